import { sql } from 'kysely'
import type { ApprovalWarning } from '../../../contract/approval-warnings.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { Refusal, refusalOf } from '../../platform/db/refusal.ts'
import type { StatementBucket } from '../../platform/rate-limits/buckets.ts'
import { nameTransfer, type Decision } from '../ledger/ledger.ts'
import { isAddressMistyped } from './approval-warnings.ts'
import { refillOf, type Made } from './make-request.ts'
import type { RequestRow } from './request-columns.ts'
import { toRequest } from './request-rows.ts'

export interface AcknowledgedDecision extends Decision {
  ipAddress: string
  /** The warnings that the administrator has read. */
  acknowledged: readonly ApprovalWarning[]
}

interface DecisionOptions {
  /** True if the administrator has proven to be the caller. */
  isProven: boolean
  /** The limit of rejections without a proof. */
  bucket: StatementBucket | null
  mustAdminsEnrol: boolean
  /** True if the caller sends the mails about an approval that waits. */
  mayWait: boolean
}

/**
 * Approves or rejects a request by one statement, which is a transaction of its own unless the caller has one. Refuses as `decide` of
 * the ledger does, with warning_unread and all warnings, and with step_up_required if the decision needs a proof and has none. Throws
 * `ApprovalWaits` if a second administrator has to approve and the caller sends no mails; nothing has changed then. A transaction
 * of the caller needs the `address` of a withdrawal, which `ApprovalWaits` names, because it does not outlive a refusal.
 */
export async function makeDecision(
  db: Db,
  decision: AcknowledgedDecision,
  options: DecisionOptions,
  address: string | null = null,
): Promise<Made> {
  try {
    return await callLedger(db, decision, options, address)
  } catch (error) {
    const unjudged = readUnjudged(error)
    // The database cannot judge the address of a withdrawal, so its first answer names it. It never changes.
    if (unjudged !== undefined && address === null) return makeDecision(db, decision, options, unjudged)
    throw constraintOf(error) === 'approval_waits' ? new ApprovalWaits(address) : asRefusal(error)
  }
}

/** Signals that an approval waits for a second administrator, and so has to be made together with its mails. */
export class ApprovalWaits extends Error {
  /** The address of a withdrawal. */
  readonly address: string | null

  constructor(address: string | null) {
    super('the approval waits for a second one')
    this.address = address
  }
}

async function callLedger(
  db: Db,
  d: AcknowledgedDecision,
  { isProven, bucket, mustAdminsEnrol, mayWait }: DecisionOptions,
  address: string | null,
): Promise<Made> {
  const { rows } = await sql<RequestRow & { replayed: boolean; other: string | null }>`
    ${hot('make_decision')} select replayed, other, (request).* from ledger.make_decision(
      ${d.token}::text, ${d.ipAddress}::text, ${d.userAgent ?? null}::text, ${d.key}::uuid, ${d.userId}::uuid, ${d.requestId}::uuid,
      ${d.status}::text, ${d.notes || null}::text, ${(d.transfers ?? []).map(nameTransfer)}::text[], ${d.isPart ?? false}::boolean,
      ${d.reuseReason ?? null}::text, ${d.slipRevision ?? 0}::integer, ${d.acknowledged}::text[], ${isProven}::boolean,
      ${bucket?.key ?? null}::bytea, ${bucket?.atOnce ?? null}::integer, ${refillOf(bucket)}, ${mustAdminsEnrol}::boolean,
      ${mayWait}::boolean, ${address}::text, ${isAddressMistyped(address)}::boolean)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a decision was made, and returned no request')
  const { replayed, other: otherId, ...request } = row
  return { request: toRequest(request, 'admin'), replayed, otherId }
}

/** Names the field of a missing reason. Other refusals stay as they are. */
function asRefusal(error: unknown): unknown {
  const refusal = refusalOf(error)
  return refusal?.code === 'payment_used_before'
    ? new Refusal(refusal.code, { field: 'reuse_reason', cause: error })
    : (refusal ?? error)
}

function readUnjudged(error: unknown): string | undefined {
  if (constraintOf(error) !== 'address_not_judged') return undefined
  return (error as { detail: string }).detail
}

function constraintOf(error: unknown): unknown {
  return error instanceof Error && 'constraint' in error ? error.constraint : undefined
}
