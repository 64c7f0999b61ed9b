import type { Db } from '../db/client.ts'

/**
 * Whether a decision asks for a fresh proof: the request is worth more than the settings allow without one. One that is
 * decided already asks for none, so a repeated call gets its answer.
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
    .whereRef('r.amount_usd', '>', 's.step_up_usd')
    .executeTakeFirst()
  return row !== undefined
}
