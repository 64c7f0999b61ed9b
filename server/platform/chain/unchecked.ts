/** The reasons why a question to the chain stays without an answer. None of them says that a transaction is missing. */
export type UncheckedReason =
  /** 429: too many calls. */
  | 'rate_limited'
  /** 403: the provider refuses all calls for a while. */
  | 'penalty'
  /** 503. */
  | 'overloaded'
  /** 502 or 504, usually with a page of HTML. */
  | 'bad_gateway'
  /** Any other status than 200. */
  | 'refused'
  /** A node that lacks computing resources, which says so with the status 200. */
  | 'busy'
  /** A node that does not answer, because it keeps a part of the chain only. */
  | 'lite_node'
  /** Any other fault that a node reports with the status 200. */
  | 'node_error'
  | 'timed_out'
  | 'unreachable'
  /** The connection ended within the body. */
  | 'cut_off'
  | 'too_large'
  | 'not_json'
  /** JSON of another shape than the description has. */
  | 'wrong_shape'
  /** The client itself waits after a failure, and has sent no call. */
  | 'backing_off'
  /** The calls of this minute are used up, so no call was sent. */
  | 'out_of_budget'
  /** Two providers must agree on a great amount, and only one of them has answered with the transaction. */
  | 'unconfirmed'
  /** Two providers have given different answers. */
  | 'disagreement'

/**
 * A question to the chain could not be answered. Its message has neither the address of the provider nor the key, so it
 * may be logged.
 */
export class Unchecked extends Error {
  readonly reason: UncheckedReason
  /** The wait that the provider asked for. */
  readonly retryAfterMs: number | undefined

  constructor(reason: UncheckedReason, { retryAfterMs }: { retryAfterMs?: number | undefined } = {}) {
    super(`The chain could not be asked: ${reason}`)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** Returns the failure that says more, of those of two providers: the first one that a provider, and not the client, has caused. */
export function tellingFailure(known: Unchecked | undefined, next: Unchecked): Unchecked {
  const isOwn = known === undefined || known.reason === 'backing_off' || known.reason === 'out_of_budget'
  return isOwn ? next : known
}
