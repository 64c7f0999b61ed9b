import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'
import { Refusal, refusalOf } from '../db/refusal.ts'

const retryAfterSeconds = 1

/** The one place that turns a failure into a status and a body. What nobody expected is logged, and told to nobody. */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error) ?? refusalOfFastify(error, request)
  if (!refusal) request.log.error({ failure: describe(error), route: request.routeOptions.url }, 'A call failed')
  if (refusal?.code === 'outcome_unknown')
    request.log.warn({ failure: describe(refusal.cause) }, 'A call was not answered in time')
  const code = refusal?.code ?? 'internal_error'
  const { status, message } = errors[code]
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', retryAfterSeconds)
  const fields = refusal?.fields && Object.keys(refusal.fields).length > 0 ? refusal.fields : undefined
  const body: ErrorBody = {
    code,
    message: (code === 'invalid_request' && fields && Object.values(fields)[0]) || message,
    ...(fields && { fields }),
    ...(refusal?.status !== undefined && { status: refusal.status }),
  }
  void reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** What the HTTP server itself refuses, by its error codes. */
function refusalOfFastify(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const known = codeOfFastify[code]
  if (known) return new Refusal(code === 'FST_ERR_CTP_BODY_TOO_LARGE' && isUpload(request) ? 'file_too_large' : known)
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? new Refusal('invalid_request', { cause: error }) : undefined
}

const codeOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type_not_accepted',
  FST_ERR_CTP_EMPTY_TYPE: 'content_type_not_accepted',
}

function isUpload(request: FastifyRequest): boolean {
  return request.routeOptions.config.isUpload === true
}

/** Enough to find the cause, without the values that a database error repeats. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  const cause = error.cause === undefined ? undefined : describe(error.cause)
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack, cause }
}
