import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../../contract/error-body.ts'
import { errors, type ErrorCode } from '../../../contract/errors.ts'
import { sentenceOf } from '../../../contract/faults.ts'
import { softRefusalHeader, isSoftRefusal, softRefusalStatus } from '../../../contract/soft-refusals.ts'
import { describeError } from '../describe-error.ts'
import { isRetryable, Refusal, refusalOf } from '../db/refusal.ts'
import { requestIdHeader } from './request-id.ts'

const shortestWaitSeconds = 1

/** Turns every failure into a status and a body. The details of unexpected failures go into the log only. */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = refusalOfCall(error, request)
  const refusal = known ?? new Refusal('internal_error', { values: { reference: request.id } })
  const { code } = refusal
  const isAsked = isSoftRefusal(code) && request.headers[softRefusalHeader.name] === softRefusalHeader.value
  const status = isAsked ? softRefusalStatus : errors[code].status
  if (status === 500) logFailure(request, 'A call failed', error)
  if (status === 503) logFailure(request, 'A call was not answered in time', refusal.cause)
  if (status === 429 || status === 503) reply.header('retry-after', refusal.retryAfterSeconds ?? shortestWaitSeconds)
  if (isAsked) reply.header('preference-applied', softRefusalHeader.value)
  void reply
    .status(status)
    // A call that never reached a route has no headers yet.
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header(requestIdHeader, request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(refusal)))
}

/** Returns the code with which a failure is answered. */
export function codeOf(error: unknown, request: FastifyRequest): ErrorCode {
  return refusalOfCall(error, request)?.code ?? 'internal_error'
}

function refusalOfCall(error: unknown, request: FastifyRequest): Refusal | undefined {
  // Its transaction has been repeated already. A client that asks again may do so under the same key.
  if (isRetryable(error)) return new Refusal('outcome_unknown', { cause: error })
  return refusalOf(error) ?? refusalOfFastify(error, request)
}

/**
 * Builds the body. For a form with mistakes, the message is the first one, and `fields` has all of them. The sentences are
 * English, for programs; the pages make their own from codes and values.
 */
function bodyOf(refusal: Refusal): ErrorBody {
  const { code, values, status, warnings, call, factors } = refusal
  const faults = refusal.fields ?? {}
  const fields = Object.fromEntries(Object.entries(faults).map(([path, fault]) => [path, sentenceOf(fault)]))
  const [first] = Object.values(fields)
  return {
    code,
    message: code === 'invalid_request' && first !== undefined ? first : refusal.message,
    ...(values && { values }),
    ...(first !== undefined && { fields, faults }),
    ...(status !== undefined && { status }),
    ...(warnings && { warnings }),
    ...(call !== undefined && { call }),
    ...(factors && { factors }),
  }
}

/** Translates refusals of the HTTP server itself, by their error codes. */
function refusalOfFastify(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  const known = codesOfFastify['code' in error ? String(error.code) : '']
  if (known) return new Refusal(request.routeOptions?.config?.isUpload ? known.upload : known.call)
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? new Refusal('invalid_request', { cause: error }) : undefined
}

const tooLarge = { call: 'body_too_large', upload: 'file_too_large' } as const
const wrongType = { call: 'content_type_not_accepted', upload: 'file_type_not_accepted' } as const
const codesOfFastify: Record<string, { call: ErrorCode; upload: ErrorCode }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongType,
  FST_ERR_CTP_EMPTY_TYPE: wrongType,
}

function logFailure(request: FastifyRequest, message: string, error: unknown): void {
  request.log.error({ failure: describeError(error), route: request.routeOptions?.url }, message)
}
