import { errors, type ErrorCode } from './errors.ts'
import type { SecondFactor } from './second-factors.ts'

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}

/**
 * The body of a refused call. Its sentences are English. A page makes the sentences of its own language from the codes and
 * values.
 */
export interface ErrorBody {
  code: ErrorCode
  message: string
  /** The values for the braces of the catalogue's sentence. */
  values?: Record<string, string>
  /** The sentence of each bad field, by the field's path. */
  fields?: Record<string, string>
  /** The code and the values of each of these sentences. */
  faults?: Record<string, { code: string; values?: Record<string, string> | undefined }>
  /** The status of the request, for already_processed. */
  status?: string
  /** All warnings that an approval must acknowledge, for warning_unread. */
  warnings?: readonly string[]
  /** The name of the call, for step_up_required. A proof is created for it. */
  call?: string
  /** The second factors of the account, for code_required. */
  factors?: readonly SecondFactor[]
}
