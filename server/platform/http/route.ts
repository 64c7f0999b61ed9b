import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InputOf, Operation, OutputOf } from '../../../contract/operation.ts'
import type { Duty, Role } from '../../../contract/roles.ts'
import type { Write } from '../db/write.ts'
import type { PayoutTarget } from '../sessions.ts'

export interface Visitor {
  role: 'visitor'
}
export interface SignedIn<R extends Role = 'member' | 'admin'> {
  role: R
  userId: string
  sessionId: string
  /** Null for a member. */
  duty: Duty | null
  /**
   * The token of the session, which is the value of its cookie. Functions of the database that judge the caller
   * themselves take it. It is never logged or answered.
   */
  token: string
  /** As it was when the caller was found. */
  payoutTarget: PayoutTarget
}
/** The type of the handler's caller, from the operation's declared access. */
export type CallerOf<O extends Operation> = O['access'][number] extends infer R
  ? R extends 'visitor'
    ? Visitor
    : R extends Exclude<Role, 'visitor'>
      ? SignedIn<R>
      : never
  : never
export type Caller = Visitor | SignedIn

/** The input of a handler: the parsed call, its caller and its origin. */
export type Call<O extends Operation = Operation> = InputOf<O> & {
  caller: CallerOf<O>
  /** The checked Idempotency-Key header. Only operations that move money have one here. */
  key: O extends { isMoney: true } ? string : undefined
  /** Writes the changes of the call. A signed-in caller changes nothing by any other way. */
  write: Write
  /** Uses up the proof of an operation that needs one in some cases, or refuses with step_up_required. */
  requireProof: () => Promise<void>
  /** The client's address. Only trusted proxies may state it for a client. */
  ipAddress: string
  userAgent: string
  request: FastifyRequest
  reply: FastifyReply
}

export interface Route {
  operation: Operation
  handle: (call: Call) => Promise<unknown>
}

/** Joins an operation of the contract with its handler. */
export function route<O extends Operation>(operation: O, handle: (call: Call<O>) => Promise<OutputOf<O>>): Route {
  return { operation, handle: handle as unknown as Route['handle'] }
}
