import * as z from 'zod/mini'
import { isDecimal, type Decimal } from './money.ts'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'
import type { StepUpAction } from './step-up.ts'

type Shape = z.ZodMiniObject

/**
 * One call of the API, declared once. The server registers it, and the browser's typed client reads it. The OpenAPI
 * document and the access tests are made from it.
 */
export interface Operation<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Access extends readonly Role[] = readonly Role[],
  Money extends boolean = boolean,
> {
  id: string
  summary: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The route, with `:name` for each key of `params`. */
  path: `/api/${string}`
  access: Access
  params?: Params
  query?: Query
  body?: Body
  output: Output
  /**
   * Codes that a caller can meet here, besides those of every call (not valid, not signed in, not allowed, too many).
   */
  errors?: readonly ErrorCode[]
  /** True when the call moves coins or asks to. It must carry an Idempotency-Key header with a UUID. */
  isMoney?: Money
  /**
   * True when a call that moves no coins needs an Idempotency-Key, too. For a week, a repeated call gets the first
   * answer. It is neither done twice nor refused because of its own first effect.
   */
  isIdempotent?: true
  /**
   * The action for which the person must prove afresh that it is them, in the Step-Up-Proof header. `always` is checked
   * before the handler. `sometimes` leaves it to the handler, which knows the amount.
   */
  stepUp?: { action: StepUpAction; when: 'always' | 'sometimes' }
  /**
   * True when it is open to an administrator who has yet to set up the required second factor. Calls that visitors may
   * make are open in any case.
   */
  isBeforeEnrolment?: true
  /** Present when the body is a file: its bytes, under its own content type. */
  upload?: { types: readonly string[]; maxBytes: number }
  /** True when the answer is a file; `output` is not used then. */
  download?: true
}

export function defineOperation<
  const Params extends Shape | undefined = undefined,
  const Query extends Shape | undefined = undefined,
  const Body extends Shape | undefined = undefined,
  Output extends z.ZodMiniType = z.ZodMiniType,
  const Access extends readonly Role[] = readonly Role[],
  const Money extends boolean = false,
>(
  operation: Operation<Params, Query, Body, Output, Access, Money>,
): Operation<Params, Query, Body, Output, Access, Money> {
  return operation
}

type Parsed<S> = S extends Shape ? z.output<S> : undefined
type Sent<S> = S extends Shape ? z.input<S> : undefined
type Filled<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** The input of the server's handler after parsing. */
export type InputOf<O> =
  O extends Operation<infer P, infer Q, infer B> ? { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> } : never
/** The input that the browser passes, without the parts that the operation does not have. */
export type CallInput<O> =
  O extends Operation<infer P, infer Q, infer B> ? Filled<{ params: Sent<P>; query: Sent<Q>; body: Sent<B> }> : never
export type OutputOf<O> = O extends { output: infer T extends z.ZodMiniType } ? z.output<T> : never

export const id = z.uuid()
export const decimal = z.custom<Decimal>((value) => typeof value === 'string' && isDecimal(value))
/** Moments travel as ISO 8601 text in UTC. */
export const moment = z.iso.datetime({ offset: true })
export const nothing = z.strictObject({})

export const pageSizeMax = 100
export const pageSizeUsual = 25
/** The query of a page of a list. `cursor` is the `next_cursor` of the page before. */
export const page = {
  cursor: z.optional(z.string().check(z.maxLength(1000))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageSizeMax)), pageSizeUsual),
}
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) })
}
