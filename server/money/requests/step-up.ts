import { sql } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import type { Db } from '../../platform/db/client.ts'
import { isKeyUsed } from '../ledger/ledger.ts'

/**
 * True if a decision needs a fresh proof: the request is worth more than the settings allow without one. The worth is what
 * is paid or what all its coins are worth, whichever is more. A decided request needs none, so a repeated call gets its
 * answer.
 */
export async function needsStepUp(
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('ledger.requests as r')
    .innerJoin('settings as s', (join) => join.onTrue())
    .select('r.id')
    .where('r.user_id', '=', userId)
    .where('r.id', '=', requestId)
    .where('r.status', '=', 'pending')
    .where(sql<boolean>`ledger.worth_of(r) > s.step_up_usd`)
    .executeTakeFirst()
  return row !== undefined
}

/** True if a correction of a balance needs a fresh proof, by the value of its coins now. A repeated call needs none. */
export async function needsStepUpToAdjust(
  db: Db,
  { actorId, key, coins }: { actorId: string; key: string; coins: Decimal },
): Promise<boolean> {
  const row = await db
    .selectFrom('settings as s')
    .select('s.id')
    .where(sql<boolean>`ledger.worth(0, abs(${coins}::numeric), s.et_rate) > s.step_up_usd`)
    .executeTakeFirst()
  return row !== undefined && !(await isKeyUsed(db, actorId, key))
}
