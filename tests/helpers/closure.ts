import type { Pool } from 'pg'

/** Lets an account wait for its closing, the seven days of which are over. Needs the owner's connection. */
export async function makeClosureDue(owner: Pool, userId: string): Promise<void> {
  await owner.query(
    `INSERT INTO account_closures (user_id, closes_at) VALUES ($1, now())
     ON CONFLICT (user_id) WHERE outcome IS NULL DO UPDATE SET closes_at = now()`,
    [userId],
  )
}

/** Closes an account as the clock does once its time has come. Returns what stood in the way, or null. */
export async function closeAccount(owner: Pool, userId: string): Promise<string[] | null> {
  await makeClosureDue(owner, userId)
  const { rows } = await owner.query<{ obstacles: string[]; email: string | null }>(
    'SELECT obstacles, email FROM close_due_account()',
  )
  return rows[0]?.email ? null : (rows[0]?.obstacles ?? [])
}
