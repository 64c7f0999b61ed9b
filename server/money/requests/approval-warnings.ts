import type { ApprovalWarning, TransferWarning } from '../../../contract/approval-warnings.ts'
import type { Evidence } from '../../../contract/request-review.ts'
import type { TransferName } from '../../../contract/transfer-name.ts'
import { walletWarnings, type WalletWarning } from '../../../contract/wallet-review.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { readTransferWarnings } from '../deposits/transfer-warnings.ts'
import { findReusedPaymentProofs } from './review-evidence.ts'
import { readWalletWarnings } from './wallet-warnings.ts'

interface Doubts {
  wallet: readonly WalletWarning[]
  reuse: readonly Pick<Evidence, 'kind'>[]
  ownerStatus: string
  isRateFallback: boolean
  /** About the transfers that an approval names. */
  transfers?: readonly TransferWarning[]
}

/** Returns the warnings that an approval must acknowledge, from all doubts about a request. */
export function warningsOf({ wallet, reuse, ownerStatus, isRateFallback, transfers = [] }: Doubts): ApprovalWarning[] {
  const isReused = (kind: Evidence['kind']) => reuse.some((one) => one.kind === kind)
  const doubts: [ApprovalWarning, boolean][] = [
    ['same_file', isReused('same_file')],
    ['same_transaction_hash', isReused('same_transaction_hash')],
    ['owner_not_active', ownerStatus !== 'Active'],
    ['rate_fallback', isRateFallback],
  ]
  return [...wallet, ...doubts.filter(([, isDoubtful]) => isDoubtful).map(([name]) => name), ...transfers]
}

interface Approval {
  actorId: string
  userId: string
  requestId: string
  ipAddress: string
  acknowledged: readonly ApprovalWarning[]
  transfers?: readonly TransferName[] | undefined
}

/**
 * Refuses an approval that leaves a warning unread, and names all warnings. Returns the warnings that were read.
 * Returns none for a request that does not exist, which the ledger refuses. With `isPending`, returns none for a
 * decided request, either, so that a repeated call gets its answer.
 */
export async function checkWarnings(
  db: Db,
  approval: Approval,
  { isPending = false } = {},
): Promise<ApprovalWarning[]> {
  const { userId, requestId: id, acknowledged, transfers = [] } = approval
  const request = await readDoubtful(db, userId, id)
  if (!request || (isPending && request.status !== 'pending')) return []
  const { wallet_address: address, upload_id: uploadId, transaction_hash: transactionHash } = request
  const warnings = warningsOf({
    wallet: address === null ? [] : await readWalletWarnings(db, { user_id: userId, id, wallet_address: address }),
    reuse: await findReusedPaymentProofs(db, userId, { id, uploadId, transactionHash }),
    ownerStatus: request.owner_status,
    isRateFallback: request.usdt_rate_is_fallback,
    transfers: await readTransferWarnings(db, userId, transfers),
  })
  if (warnings.every((warning) => acknowledged.includes(warning))) return warnings
  throw new Refusal('warning_unread', { warnings })
}

async function readDoubtful(db: Db, userId: string, id: string) {
  return db
    .selectFrom('ledger.requests as r')
    .innerJoin('profiles as owner', 'owner.id', 'r.user_id')
    .select(['r.status', 'r.wallet_address', 'r.upload_id', 'r.transaction_hash', 'r.usdt_rate_is_fallback'])
    .select('owner.status as owner_status')
    .where('r.user_id', '=', userId)
    .where('r.id', '=', id)
    .executeTakeFirst()
}

/** Records the administrator who approved and the warnings that they acknowledged. */
export async function recordAcknowledgement(tx: Tx, approval: Approval, warnings: ApprovalWarning[]): Promise<void> {
  const { actorId, userId, requestId, ipAddress } = approval
  const isOfWallet = (warning: ApprovalWarning) => walletWarnings.some((one) => one === warning)
  for (const [action, read] of [
    ['wallet_warnings_acknowledged', warnings.filter(isOfWallet)],
    ['warnings_acknowledged', warnings.filter((warning) => !isOfWallet(warning))],
  ] as const) {
    if (read.length === 0) continue
    await recordAudit(tx, { action, actorId, subjectId: userId, ipAddress, detail: { requestId, warnings: read } })
  }
}
