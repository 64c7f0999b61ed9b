import * as z from 'zod/mini'
import { isDecimal, type Decimal } from './money.ts'
import { pageSizeMax, pageSizeDefault, type Endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

type Shape = z.ZodMiniObject

/** The input, answer and refusals of a call. The browser loads the endpoint of a call without them. */
interface Details<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  summary: string
  params?: Params
  query?: Query
  body?: Body
  output: Output
  /**
   * Codes that a caller can meet here, besides those of every call (not valid, not signed in, not allowed, too many).
   */
  errors?: readonly ErrorCode[]
  /** Present when the body is a file: its bytes, under its own content type. */
  upload?: { types: readonly string[]; maxBytes: number }
  /** True when the answer is a file; `output` is not used then. */
  download?: true
}

/** One call of the API. The server registers it. The OpenAPI document and the access tests are made from it. */
export type Operation = Endpoint & Details

export function defineOperation<
  const E extends Endpoint,
  const Params extends Shape | undefined = undefined,
  const Query extends Shape | undefined = undefined,
  const Body extends Shape | undefined = undefined,
  Output extends z.ZodMiniType = z.ZodMiniType,
>(endpoint: E, details: Details<Params, Query, Body, Output>): E & Details<Params, Query, Body, Output> {
  return { ...endpoint, ...details }
}

type Parsed<S> = S extends Shape ? z.output<S> : undefined
type Sent<S> = S extends Shape ? z.input<S> : undefined
type Filled<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** The input of the server's handler after parsing. */
export type InputOf<O> =
  O extends Details<infer P, infer Q, infer B> ? { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> } : never
/** The input that the browser passes, without the parts that the operation does not have. */
export type CallInput<O> =
  O extends Details<infer P, infer Q, infer B> ? Filled<{ params: Sent<P>; query: Sent<Q>; body: Sent<B> }> : never
export type OutputOf<O> = O extends { output: infer T extends z.ZodMiniType } ? z.output<T> : never

export const id = z.uuid()
export const decimal = z.custom<Decimal>((value) => typeof value === 'string' && isDecimal(value))
/** Moments travel as ISO 8601 text in UTC. */
export const moment = z.iso.datetime({ offset: true })
export const emptyObject = z.strictObject({})

/** The query of a page of a list. `cursor` is the `next_cursor` of the page before. */
export const pageQuery = {
  cursor: z.optional(z.string().check(z.maxLength(1000))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageSizeMax)), pageSizeDefault),
}
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) })
}
