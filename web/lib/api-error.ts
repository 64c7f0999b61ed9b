import type { ErrorBody } from '../../contract/error-body.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { SecondFactor } from '../../contract/second-factors.ts'
import { fallbackTexts } from '../../contract/texts.ts'

/** A refused or failed call. `message` is a sentence for people. */
export class ApiError extends Error {
  readonly code: ErrorCode | OwnCode
  /** The HTTP status; 0 if the server could not be reached. */
  readonly status: number
  /** The sentence for each bad field, by the field's name. */
  readonly fields: Record<string, string>
  /** For already_processed: the current status of the request. */
  readonly requestStatus: string | undefined
  /** For step_up_required: the name of the call that needs the proof. */
  readonly call: string | undefined
  /** For code_required: the second factors of the account. */
  readonly factors: readonly SecondFactor[]
  /** For too_many_requests: the seconds to wait. */
  readonly retryAfterSeconds: number | undefined
  /** True if the answer had no sentence for people; `message` is then a neutral sentence of the page. */
  readonly isWithoutMessage: boolean

  constructor(code: ErrorCode | OwnCode, status: number, body: Omit<ErrorBody, 'code'>, more: ErrorDetails = {}) {
    super(body.message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.fields = body.fields ?? {}
    this.requestStatus = body.status
    this.call = body.call
    this.factors = body.factors ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.isWithoutMessage = more.isWithoutMessage ?? false
  }
}

/** Failures without an answer: the server could not be reached, or the person did not confirm their identity. */
type OwnCode = 'network' | 'not_confirmed'

interface ErrorDetails {
  retryAfterSeconds?: number | undefined
  isWithoutMessage?: boolean
}

export function networkError(): ApiError {
  return new ApiError('network', 0, { message: fallbackTexts.network })
}

/** The person cancelled a call instead of confirming their identity. The server has done nothing. */
export function notConfirmedError(): ApiError {
  return new ApiError('not_confirmed', 0, { message: fallbackTexts.notConfirmed })
}

export function isNotConfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_confirmed'
}

/** Returns the sentence to show for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : fallbackTexts.internal
}
