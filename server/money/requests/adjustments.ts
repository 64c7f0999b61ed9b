import { sql } from 'kysely'
import type { Adjustment as MadeAdjustment } from '../../../contract/adjustments.ts'
import { subtract } from '../../../contract/money.ts'
import type { UserDashboardStats } from '../../../contract/stats.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import * as ledger from '../ledger/ledger.ts'
import { readUserStats } from '../ledger/totals.ts'
import { announceProposal } from '../../accounts/administrators/mail-proposal.ts'
import { announceAdjustment } from './announce.ts'
import { asAmountExceedsBalance } from './balance-refusal.ts'
import { doProven, needsStepUpToAdjust, refuseUnprovenAdjustment } from './step-up.ts'
import { mailProposedAdjustment } from '../proposals/notify-owners.ts'

interface AdjustmentDeps {
  db: Db
  mailOwner: MailOwner
  events: Events
}

type Adjustment = ledger.Adjustment & { ipAddress: string }

/** Corrects a member's balance, with a reason. A large amount needs a proof that the administrator is the caller. */
export async function adjustBalance(
  deps: AdjustmentDeps & { write: Write },
  adjustment: Adjustment,
  requireProof: () => Promise<void>,
): Promise<{ movement_id?: string; stats: UserDashboardStats }> {
  const isNeeded = await needsStepUpToAdjust(deps.db, adjustment)
  const change = async (isProven: boolean) =>
    deps.write(async (tx) => {
      const result = await ledger.adjust(tx, adjustment)
      if (result.replayed) return result
      if (!isProven) await refuseUnprovenAdjustment(tx, adjustment)
      if (result.movementId !== null) await recordAdjustment(tx, adjustment, result.movementId)
      else {
        await recordProposal(tx, adjustment)
        await mailProposedAdjustment(tx, deps.mailOwner, adjustment)
      }
      return result
    })
  const { movementId, replayed } = await asAmountExceedsBalance(doProven(isNeeded, requireProof, change))
  if (!replayed) announceAdjustment(deps, adjustment.userId)
  if (!replayed && movementId === null) announceProposal(deps.events)
  const stats = await readUserStats(deps.db, adjustment.userId)
  return movementId === null ? { stats } : { movement_id: movementId, stats }
}

async function recordProposal(tx: Tx, { actorId, userId, coins, reason, reversesId, ipAddress }: Adjustment) {
  const detail = { coins, reason, ...(reversesId != null && { reversesId }) }
  await recordAudit(tx, { action: 'adjustment_proposed', actorId, subjectId: userId, ipAddress, detail })
}

/** Reads the correction behind a line of a member's statement. Refuses with not_found for any other line. */
export async function readAdjustment(db: Db, userId: string, transactionId: string): Promise<MadeAdjustment> {
  const row = await db
    .selectFrom('ledger.lines as l')
    .innerJoin('ledger.movements as m', (join) =>
      join.onRef('m.user_id', '=', 'l.movement_user_id').onRef('m.id', '=', 'l.movement_id'),
    )
    .leftJoin('ledger.movements as reversal', (join) =>
      join.onRef('reversal.user_id', '=', 'm.user_id').onRef('reversal.reverses_id', '=', 'm.id'),
    )
    .select([
      'm.id as movement_id',
      'l.available_delta as coins',
      'm.reason',
      'l.created_at',
      'm.reverses_id',
      'reversal.created_at as reversed_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('audit_events as a')
        .innerJoin('profiles as maker', 'maker.id', 'a.actor_id')
        .select('maker.full_name')
        .where('a.subject_id', '=', userId)
        .where('a.action', '=', 'balance_adjusted')
        .where(sql<boolean>`a.detail ->> 'movementId' = m.id::text`)
        .limit(1)
        .as('made_by_name'),
    )
    .where('l.id', '=', transactionId)
    .where('l.user_id', '=', userId)
    .where('l.type', 'in', ['ADJUSTMENT_IN', 'ADJUSTMENT_OUT'])
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { ...row, reason: row.reason ?? '' }
}

/**
 * Records the coins that the member could spend before and after the correction. The account stays locked until the end
 * of the transaction.
 */
/** Puts a correction on record, after its movement. */
export async function recordAdjustment(
  tx: Tx,
  { actorId, userId, coins, reason, reversesId, ipAddress }: Omit<Adjustment, 'key' | 'token'>,
  movementId: string,
): Promise<void> {
  // The line of the movement, because coins that repay a debt leave the balance again.
  const { available_after: available } = await tx
    .selectFrom('ledger.lines')
    .select('available_after')
    .where('user_id', '=', userId)
    .where('movement_id', '=', movementId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const detail = {
    movementId,
    ...(reversesId != null && { reversesId }),
    coins,
    reason,
    before: { available_coins: subtract(available, coins) },
    after: { available_coins: available },
  }
  await recordAudit(tx, { action: 'balance_adjusted', actorId, subjectId: userId, ipAddress, detail })
}
