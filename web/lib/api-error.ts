import { errors, isErrorCode, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'
import { isFaultCode, sentenceOf } from '../../contract/faults.ts'
import { softRefusalStatus } from '../../contract/soft-refusals.ts'
import { fallbackTexts } from '../../contract/texts.ts'
import { tooManyAttemptsText } from '../../contract/wait-text.ts'

/** A refused or failed call. `message` is a sentence for people. */
export class ApiError extends Error {
  readonly code: ErrorCode | OwnCode
  /** The HTTP status; 0 if the server could not be reached. */
  readonly status: number
  /** The sentence for each bad field, by the field's name. */
  readonly fields: Record<string, string>
  /** For already_processed: the current status of the request. */
  readonly requestStatus: string | undefined
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

/** Turns a refused answer into an ApiError. An answer of another server, such as a proxy, gets the neutral sentence. */
export function toApiError(status: number, text: string, retryAfter: string | null = null): ApiError {
  const body = parseJson(text) as Partial<ErrorBody> | undefined
  if (!body || typeof body.message !== 'string' || !isErrorCode(String(body.code))) {
    return new ApiError(
      'internal_error',
      status,
      { message: errors.internal_error.message },
      { isWithoutMessage: true },
    )
  }
  const { code, values, status: requestStatus } = body as ErrorBody
  const retryAfterSeconds = toSeconds(retryAfter)
  const fields = translateFields(body)
  const [first] = Object.values(fields)
  const isTimed = code === 'too_many_requests' && retryAfterSeconds !== undefined
  const sentence = code === 'invalid_request' && first !== undefined ? first : sentenceOf({ code, values })
  const message = isTimed ? tooManyAttemptsText(retryAfterSeconds) : sentence
  // A refusal that travels as a question (status 202) gets back the status of its error code.
  const meantStatus = status === softRefusalStatus ? errors[code].status : status
  const said = requestStatus === undefined ? { message, fields } : { message, fields, status: requestStatus }
  return new ApiError(code, meantStatus, said, { retryAfterSeconds })
}

/** Returns the sentence to show for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : errors.internal_error.message
}

/** Reads whole seconds, as our server writes them. The header may also carry a date, which is ignored. */
function toSeconds(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined
}

/** Makes the sentences of the bad fields from their codes. A code that this page does not know yet leaves its sentence English. */
function translateFields({ fields = {}, faults = {} }: Pick<ErrorBody, 'fields' | 'faults'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, english]) => {
      const { code = '', values } = faults[path] ?? {}
      return [path, isFaultCode(code) ? sentenceOf({ code, values }) : english]
    }),
  )
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
