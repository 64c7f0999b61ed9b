import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'

/**
 * Notes that an address is its owner's, which makes an account usable once: never one that an administrator closed. Says
 * whether it was not known before.
 */
export async function confirmAddress(tx: Db, userId: string): Promise<boolean> {
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

/** Tells those who see a new member from now on: administrators, and whoever brought them in. */
export async function announceMember({ db, events }: { db: Db; events: Events }, userId: string): Promise<void> {
  const { referred_by_id: referrerId } = await db
    .selectFrom('profiles')
    .select('referred_by_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  events.publish({ topics: ['profile'], toAdmins: true, ...(referrerId !== null && { userIds: [referrerId] }) })
}
