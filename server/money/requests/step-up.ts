import { sql } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { isKeyUsed } from '../ledger/ledger.ts'

// A decision asks for a proof above an amount. The amount is that of one decision, and of everything that the administrator
// decided alone in 24 hours. So a stolen session moves no more than that, in however many parts. A decision that completes
// what another administrator began counts for neither sum, and always asks for one.

/** The worth that an administrator decided alone in 24 hours. */
const aloneWorth = (actorId: string) =>
  sql<string>`ledger.recent_worth('by_administrator_24h', 'money', ${actorId}::uuid, null)`

type CorrectionKind = 'adjustment' | 'reversal'

interface DecisionNow {
  userId: string
  requestId: string
  actorId: string
}

/** True if the approval of a pending request by this administrator needs a fresh proof. */
export async function needsStepUp(db: Db, { userId, requestId, actorId }: DecisionNow): Promise<boolean> {
  const { rows } = await sql<{ needs: boolean }>`
    select ledger.needs_proof(${actorId}::uuid, ${userId}::uuid, ${requestId}::uuid, true) as needs`.execute(db)
  return rows[0]?.needs === true
}

interface CorrectionNow {
  actorId: string
  userId: string
  key: string
}

/** True if a correction of a balance needs a fresh proof, by the value of its coins now. A repeated call needs none. */
export async function needsStepUpToAdjust(db: Db, correction: CorrectionNow & { coins: Decimal }): Promise<boolean> {
  return needsStepUpToCorrect(db, 'adjustment', correction, sql`ledger.correction_worth(${correction.coins}::numeric)`)
}

/** The same for a reversal of a request, by the worth of everything that moves back. */
export async function needsStepUpToReverse(db: Db, reversal: CorrectionNow & { requestId: string }): Promise<boolean> {
  const { userId, requestId } = reversal
  const worth = sql`(select ledger.reversal_worth(r) from ledger.requests r
    where r.user_id = ${userId}::uuid and r.id = ${requestId}::uuid)`
  return needsStepUpToCorrect(db, 'reversal', reversal, worth)
}

async function needsStepUpToCorrect(
  db: Db,
  kind: CorrectionKind,
  { actorId, userId, key }: CorrectionNow,
  worth: ReturnType<typeof sql>,
): Promise<boolean> {
  const row = await db
    .selectFrom('settings as s')
    .select('s.id')
    .where(
      sql<boolean>`(${worth} + ${aloneWorth(actorId)} > s.step_up_usd
        or (ledger.judge_worth(${actorId}::uuid, ${userId}::uuid, 'adjustment', ${worth})).needs_second
        or exists (select from ledger.proposed_changes c
                    where c.status = 'waiting' and c.kind = ${kind} and c.subject_id = ${userId}))`,
    )
    .executeTakeFirst()
  return row !== undefined && !(await isKeyUsed(db, actorId, key))
}

/** Signals that a change which has just been made needed a proof, because another call was faster. Undoes the change. */
class ProofMissing extends Error {}

/**
 * Does the work with a proof if it needs one. If it turns out to need one after all, it is undone, and done again with the
 * proof. `isProven` tells the work if it has to look.
 */
export async function doProven<Result>(
  isNeeded: boolean,
  requireProof: () => Promise<void>,
  work: (isProven: boolean) => Promise<Result>,
): Promise<Result> {
  if (isNeeded) await requireProof()
  try {
    return await work(isNeeded)
  } catch (error) {
    if (!(error instanceof ProofMissing)) throw error
  }
  await requireProof()
  return work(true)
}

type CorrectionBy = Pick<CorrectionNow, 'userId' | 'actorId'>

/** The same for a correction of a balance. */
export async function refuseUnprovenAdjustment(tx: Tx, adjustment: CorrectionBy): Promise<void> {
  await refuseUnprovenCorrection(tx, 'adjustment', adjustment)
}

/** The same for a reversal of a request. */
export async function refuseUnprovenReversal(tx: Tx, reversal: CorrectionBy): Promise<void> {
  await refuseUnprovenCorrection(tx, 'reversal', reversal)
}

async function refuseUnprovenCorrection(
  tx: Tx,
  kind: CorrectionKind,
  { userId, actorId }: CorrectionBy,
): Promise<void> {
  await refuseUnproven(
    tx,
    actorId,
    sql`exists (select from ledger.proposed_changes c
                 where c.kind = ${kind} and c.subject_id = ${userId} and (c.created_at = now() or c.closed_at = now()))`,
  )
}

async function refuseUnproven(tx: Tx, actorId: string, isOfTwo: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ is_missing: boolean }>`
    select ${isOfTwo} or ${aloneWorth(actorId)} > s.step_up_usd as is_missing from settings s`.execute(tx)
  if (rows[0]?.is_missing !== false) throw new ProofMissing()
}
