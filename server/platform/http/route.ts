import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InputOf, Operation, OutputOf } from '../../../contract/operation.ts'
import type { Role } from '../../../contract/roles.ts'
import type { Write } from '../db/write.ts'

export interface Visitor {
  role: 'visitor'
}
export interface SignedIn<R extends Role = 'member' | 'admin'> {
  role: R
  userId: string
  sessionId: string
}
/** Who may reach the handler, by the operation's declared access. */
export type CallerOf<O extends Operation> = O['access'][number] extends infer R
  ? R extends 'visitor'
    ? Visitor
    : R extends Exclude<Role, 'visitor'>
      ? SignedIn<R>
      : never
  : never
export type Caller = Visitor | SignedIn

/** What a handler gets: parsed input, the caller the access check let in, and where the call came from. */
export type Call<O extends Operation = Operation> = InputOf<O> & {
  caller: CallerOf<O>
  /** The Idempotency-Key header, checked; only operations that move money have one. */
  key: O extends { isMoney?: infer M } ? (true extends M ? string : undefined) : undefined
  /** Does what the call changes; nothing else changes anything for somebody who is signed in. */
  write: Write
  /** Uses up the proof of an operation that needs one sometimes, or refuses with step_up_required. */
  requireProof: () => Promise<void>
  /** The client's address, from trusted proxies only. */
  ipAddress: string
  userAgent: string
  request: FastifyRequest
  reply: FastifyReply
}

export interface Route {
  operation: Operation
  handle: (call: Call) => Promise<unknown>
}

/** Joins an operation of the contract with what answers it. */
export function route<O extends Operation>(operation: O, handle: (call: Call<O>) => Promise<OutputOf<O>>): Route {
  return { operation, handle: handle as unknown as Route['handle'] }
}
