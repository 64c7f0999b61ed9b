import type { UserDashboardStats } from '../../contract/stats.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import * as ledger from '../ledger/ledger.ts'
import { readUserStats } from '../stats/stats.ts'
import { announceAdjustment } from './announce.ts'
import { sayingExceeds } from './balance-refusal.ts'
import { needsStepUpToAdjust } from './step-up.ts'

interface AdjustmentDeps {
  db: Db
  events: Events
}

type Adjustment = ledger.Adjustment & { ipAddress: string }

/** An administrator corrects a balance, with a reason. A large amount asks for a proof that it is them. */
export async function adjustBalance(
  deps: AdjustmentDeps,
  { ipAddress, ...adjustment }: Adjustment,
  requireProof: () => Promise<void>,
): Promise<{ movement_id: string; stats: UserDashboardStats }> {
  if (await needsStepUpToAdjust(deps.db, adjustment)) await requireProof()
  const { movementId, replayed } = await sayingExceeds(
    deps.db.transaction().execute(async (tx) => {
      const result = await ledger.adjust(tx, adjustment)
      if (!result.replayed) await recordAdjustment(tx, { ...adjustment, ipAddress }, result.movementId)
      return result
    }),
  )
  if (!replayed) announceAdjustment(deps, adjustment.userId)
  return { movement_id: movementId, stats: await readUserStats(deps.db, adjustment.userId) }
}

async function recordAdjustment(
  tx: Db,
  { actorId, userId, coins, reason, ipAddress }: Adjustment,
  movementId: string,
): Promise<void> {
  const detail = { movementId, coins, reason }
  await recordAudit(tx, { action: 'balance_adjusted', actorId, subjectId: userId, ipAddress, detail })
}
