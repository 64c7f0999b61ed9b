import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../contract/errors.ts'
import { ipNetworkOf } from '../ip-network.ts'
import { createLocalBuckets } from '../rate-limits/local-buckets.ts'
import type {} from './access.ts'
import type {} from './client-address.ts'
import { codeOf } from './reply-error.ts'

/** The refusals that a person who only uses the pages does not meet, or hardly ever. */
const telling: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'duty_missing',
  'two_factor_required',
  'foreign_origin',
  'invalid_request',
  'content_type_not_accepted',
  'file_type_not_accepted',
  'idempotency_key_reused',
  'too_many_requests',
])
/** The lines about one caller and code: three at once, and then one a minute. */
const ofOne = { name: 'refusal_line', atOnce: 3, refillMs: 60_000 }
/** The lines about all callers, so that a flood from everywhere fills no disk. */
const ofAll = { name: 'refusal_lines', atOnce: 60, refillMs: 1_000 }

/**
 * Returns a hook that writes refused attempts into the log: the code, the operation, and the account or else the network.
 * Nothing that was sent is in a line. A call with a malformed address reaches no hook, so no operation and no network are known.
 */
export function logRefusals() {
  const buckets = createLocalBuckets()
  return async (request: FastifyRequest, _reply: unknown, error: Error) => {
    const code = codeOf(error, request)
    if (!telling.has(code)) return
    const { caller, routeOptions, log } = request
    const isKnown = caller !== undefined && caller.role !== 'visitor'
    const network = ipNetworkOf(request.clientAddress ?? '')
    if (!buckets.take(ofOne, `${code} ${isKnown ? caller.userId : network}`).isTaken) return
    if (!buckets.take(ofAll, 'all').isTaken) return
    const who = isKnown ? { user: caller.userId } : network !== '' && { network: withoutHost(network) }
    log.warn({ code, call: routeOptions.config?.operationId ?? routeOptions.url, ...who }, 'A call was refused')
  }
}

/** Cuts an IPv4 address down to its first three numbers, because a whole one tells of a person. */
function withoutHost(network: string): string {
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}
