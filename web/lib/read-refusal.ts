import { isErrorCode, type ErrorBody } from '../../contract/error-body.ts'
import { errors } from '../../contract/errors.ts'
import { isFaultCode, sentenceOf } from '../../contract/faults.ts'
import { softRefusalStatus } from '../../contract/soft-refusals.ts'
import { fallbackTexts } from '../../contract/texts.ts'
import { tooManyAttemptsText } from '../../contract/wait-text.ts'
import { ApiError } from './api-error.ts'

/** Turns a refused answer into an ApiError. An answer of another server, such as a proxy, gets the neutral sentence. */
export function readRefusal(status: number, text: string, retryAfter: string | null = null): ApiError {
  const body = parseJson(text) as Partial<ErrorBody> | undefined
  if (!body || typeof body.message !== 'string' || !isErrorCode(String(body.code))) {
    return new ApiError('internal_error', status, { message: fallbackTexts.internal }, { isWithoutMessage: true })
  }
  const { code, values, status: requestStatus, call, factors } = body as ErrorBody
  const retryAfterSeconds = toSeconds(retryAfter)
  const fields = translateFields(body)
  const [first] = Object.values(fields)
  const isTimed = code === 'too_many_requests' && retryAfterSeconds !== undefined
  const sentence = code === 'invalid_request' && first !== undefined ? first : sentenceOf({ code, values })
  const message = isTimed ? tooManyAttemptsText(retryAfterSeconds) : sentence
  // A refusal that travels as a question (status 202) gets back the status of its error code.
  const meantStatus = status === softRefusalStatus ? errors[code].status : status
  const said = {
    message,
    fields,
    ...(requestStatus !== undefined && { status: requestStatus }),
    ...(call !== undefined && { call }),
    ...(factors && { factors }),
  }
  return new ApiError(code, meantStatus, said, { retryAfterSeconds })
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
