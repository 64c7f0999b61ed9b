import { isErrorCode } from '../../../contract/error-body.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { sentenceOf, type Fault, type FaultValues } from '../../../contract/faults.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { SecondFactor } from '../../../contract/second-factors.ts'
import { tooManyAttemptsText } from '../../../contract/wait-text.ts'
import { isOutdated } from './prepared.ts'

/** An expected failure: a code of the catalogue, with details for the answer. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** The values for the braces of the catalogue's sentence. */
  readonly values: FaultValues | undefined
  /** The fault of each bad field, by the field's path. */
  readonly fields: Record<string, Fault> | undefined
  /** For already_processed: the present status of the request. */
  readonly status: string | undefined
  /** For warning_unread: all warnings that an approval must acknowledge. */
  readonly warnings: readonly string[] | undefined
  /** For step_up_required: the name of the call that needs the proof. */
  readonly call: string | undefined
  /** For code_required: the second factors of the account. */
  readonly factors: readonly SecondFactor[] | undefined
  /** For too_many_requests: the seconds until a new attempt can succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    extra: {
      /** The field that the refusal itself is about. */
      field?: string
      fields?: Record<string, Fault>
      status?: string
      warnings?: readonly string[]
      call?: string
      factors?: readonly SecondFactor[]
      retryAfterSeconds?: number
      values?: FaultValues
      cause?: unknown
    } = {},
  ) {
    const { retryAfterSeconds: wait, field, values } = extra
    const isTimed = code === 'too_many_requests' && wait !== undefined
    super(isTimed ? tooManyAttemptsText(wait) : sentenceOf({ code, values }), { cause: extra.cause })
    this.name = 'Refusal'
    this.code = code
    this.values = values
    this.fields = field === undefined ? extra.fields : { [field]: { code, values } }
    this.status = extra.status
    this.warnings = extra.warnings
    this.call = extra.call
    this.factors = extra.factors
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

/** Returns the refusal of an administrator with another duty than these. */
export function refuseDuty(duties: readonly Duty[] = []): Refusal {
  return new Refusal('duty_missing', { values: { duties: duties.join(', ') } })
}

// Foreign keys have the names that PostgreSQL gives them. A caller's input can break these.
const codeOfForeignKey: Record<string, ErrorCode> = {
  requests_package_id_fkey: 'package_not_found',
  profiles_package_id_fkey: 'package_not_found',
  requests_user_id_upload_id_fkey: 'not_found',
  movements_user_id_reverses_id_fkey: 'not_found',
  message_request_fkey: 'not_found',
  // A proof and the wake-ups of a browser belong to a session, and end with it.
  step_up_proofs_user_id_session_id_fkey: 'not_signed_in',
  push_subscriptions_user_id_session_id_fkey: 'not_signed_in',
}

// The code for a number that its column cannot hold. The transaction is undone.
const codeOfState: Record<string, ErrorCode> = { '22003': 'amount_too_large' }

const lockNotAvailable = '55P03'
const queryCanceled = '57014'
// While another server takes over from a lost one, it can still be a replica for a moment. Nothing was changed.
const readOnlyTransaction = '25006'
const unavailable = new Set([lockNotAvailable, queryCanceled, readOnlyTransaction])
// The codes data_corrupted, for example for a page with a wrong checksum, and index_corrupted.
const damageCodes = new Set(['XX001', 'XX002'])
const ledgerRefusal = 'ET001'

/**
 * Reads a database error as a refusal, by the name of its constraint or by its code, never by the text of its message.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isLostByDriver(error)) return new Refusal('outcome_unknown', { cause: error })
  if (!isDatabaseError(error)) return undefined
  if (unavailable.has(error.code) || isConnectionLoss(error.code)) {
    return new Refusal('outcome_unknown', { cause: error })
  }
  if (damageCodes.has(error.code)) return new Refusal('data_damaged', { cause: error })
  const name = error.constraint ?? ''
  const code = isErrorCode(name) ? name : (codeOfForeignKey[name] ?? codeOfState[error.code])
  if (!code) return undefined
  return new Refusal(code, { ...detailOf(code, error), cause: error })
}

/** Returns the details that a function of the ledger adds to a refusal. */
function detailOf(code: ErrorCode, { code: state, detail }: DatabaseError) {
  if (state !== ledgerRefusal || !detail) return {}
  if (code === 'duty_missing') return { values: { duties: detail } }
  if (code === 'request_held') return { values: { until: detail } }
  if (code === 'coins_maturing') {
    const [coins = '', ...from] = detail.split(' ')
    return { values: { coins, from: from.join(' ') } }
  }
  if (code === 'wallet_address_mistyped' || code === 'wallet_network_other') return { values: { network: detail } }
  if (code === 'too_many_requests') return { retryAfterSeconds: Number(detail) }
  if (code === 'warning_unread') return { warnings: detail.split(' ') }
  if (code === 'reversal_differs') return { values: { coins: detail } }
  if (code === 'held_by_policy') return { values: { time: detail } }
  return code === 'amount_over_limit' ? { values: { limit: detail } } : { status: detail }
}

/**
 * Returns true for serialisation failures, deadlocks, outdated statements, and views and functions that an upgrade has made anew meanwhile. The
 * transaction changed nothing, and the same call can be made again.
 */
export function isRetryable(error: unknown): boolean {
  if (isOutdated(error)) return true
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01' || isGone(error))
}

/** A plan names functions and row types by their numbers, and does not lock them. PostgreSQL has no code of its own for one that is gone. */
function isGone({ code, message }: DatabaseError): boolean {
  return code === 'XX000' && /^(cache lookup failed for|could not open relation with OID)/.test(message)
}

interface DatabaseError {
  code: string
  message: string
  constraint?: string
  detail?: string
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

// 08: connection exceptions; 53: no disk, memory or connection left; 57P: shut-down and crash. The other codes are
// errors of sockets.
function isConnectionLoss(code: string): boolean {
  return /^(08|53|57P)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH)/.test(code)
}

// The driver gives these errors no code, so only their text identifies them.
function isLostByDriver(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('code' in error) &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}
