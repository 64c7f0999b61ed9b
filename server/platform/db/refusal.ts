import { formatUsd } from '../../../contract/money.ts'
import { errors, isErrorCode, type ErrorCode } from '../../../contract/errors.ts'
import { tooOftenText } from '../../../contract/wait-text.ts'

/** An expected failure: a code of the catalogue, and what the answer adds to it. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** For already_processed: the status the request has. */
  readonly status: string | undefined
  /** For warning_unread: all that an approval must acknowledge. */
  readonly warnings: readonly string[] | undefined
  /** For too_many_requests: when it is worth trying again. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    extra: {
      fields?: Record<string, string>
      status?: string
      warnings?: readonly string[]
      retryAfterSeconds?: number
      /** What the sentence of the catalogue names in braces. */
      values?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    const { retryAfterSeconds: wait } = extra
    const isTimed = code === 'too_many_requests' && wait !== undefined
    super(isTimed ? tooOftenText(wait) : fillIn(errors[code].message, extra.values), { cause: extra.cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = extra.fields
    this.status = extra.status
    this.warnings = extra.warnings
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

// Foreign keys keep the names PostgreSQL gives them; these are the ones that a caller's input can break.
const codeOfForeignKey: Record<string, ErrorCode> = {
  requests_package_id_fkey: 'package_not_found',
  profiles_package_id_fkey: 'package_not_found',
  requests_user_id_upload_id_fkey: 'not_found',
  movements_user_id_reverses_id_fkey: 'not_found',
  // A proof belongs to a session; one that has ended proves nothing more.
  step_up_proofs_user_id_session_id_fkey: 'not_signed_in',
}

// A figure that its column cannot hold; whatever was done in the same transaction is undone.
const codeOfState: Record<string, ErrorCode> = { '22003': 'amount_too_large' }

const lockNotAvailable = '55P03'
const queryCanceled = '57014'
// data_corrupted, as of a page whose checksum is wrong, and index_corrupted
const damageCodes = new Set(['XX001', 'XX002'])
const ledgerRefusal = 'ET001'

/** Reads a database error as a refusal: by the name of the constraint or by its code, never by message text. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isLostByDriver(error)) return new Refusal('outcome_unknown', { cause: error })
  if (!isDatabaseError(error)) return undefined
  if (error.code === lockNotAvailable || error.code === queryCanceled || isConnectionLoss(error.code)) {
    return new Refusal('outcome_unknown', { cause: error })
  }
  if (damageCodes.has(error.code)) return new Refusal('data_damaged', { cause: error })
  const name = error.constraint ?? ''
  const code = isErrorCode(name) ? name : (codeOfForeignKey[name] ?? codeOfState[error.code])
  if (!code) return undefined
  return new Refusal(code, { ...detailOf(code, error), cause: error })
}

/** What a function of the ledger adds to a refusal. */
function detailOf(code: ErrorCode, { code: state, detail }: DatabaseError) {
  if (state !== ledgerRefusal || !detail) return {}
  return code === 'amount_over_limit' ? { values: { limit: formatUsd(detail) } } : { status: detail }
}

/** Serialisation failures and deadlocks: nothing happened, and the same call may simply be made again. */
export function isRetryable(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')
}

function fillIn(sentence: string, values: Record<string, string> = {}): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

interface DatabaseError {
  code: string
  constraint?: string
  detail?: string
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

// 08: connection exceptions, 53: no disk, memory or connection left, 57P: shut-down and crash, and the socket's own errors.
function isConnectionLoss(code: string): boolean {
  return /^(08|53|57P)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH)/.test(code)
}

// The driver gives these errors of its own no code: there is only their text to know them by.
function isLostByDriver(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('code' in error) &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}
