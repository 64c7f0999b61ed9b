import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'

/**
 * Records that the address belongs to its owner, and activates the account if it is inactive. This works only once, so
 * it never activates an account that an administrator deactivated later. A suspended account stays suspended. Returns
 * true if the address was not confirmed before.
 */
export async function confirmEmailAddress(tx: Tx, userId: string): Promise<boolean> {
  const confirmed = await tx
    .updateTable('credentials')
    .set({ email_confirmed_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!confirmed) return false
  await tx
    .updateTable('profiles')
    .set({ status: 'Active', updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('status', '=', 'Inactive')
    .execute()
  return true
}

/** Tells the administrators and the referrer that a new member has appeared in their lists. */
export async function announceMember({ db, events }: { db: Db; events: Events }, userId: string): Promise<void> {
  const { referred_by_id: referrerId } = await db
    .selectFrom('profiles')
    .select('referred_by_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  events.publish({ topics: ['profile'], toAdmins: true, ...(referrerId !== null && { userIds: [referrerId] }) })
}
