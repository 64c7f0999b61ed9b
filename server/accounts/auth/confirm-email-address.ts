import { sql } from 'kysely'
import type { ReferrerChoice } from '../../../contract/auth-bodies.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { Events } from '../../platform/events/events.ts'

/** The account with the token of its mailed link, the word of the owner about the referrer, and the address of the call. */
export interface Confirmation {
  userId: string
  token: string
  referrer: ReferrerChoice
  ipAddress: string
}

/**
 * Records that the address belongs to its owner, and activates the account. The database judges the token, which this
 * transaction may have used up before. It refuses with
 * referrer_choice_required if the form names a referrer and the owner does not say if it is right. Returns true if the
 * address was not confirmed before.
 */
export async function confirmEmailAddress(
  tx: Tx,
  { userId, token, referrer, ipAddress }: Confirmation,
): Promise<boolean> {
  const keeps = referrer === undefined ? null : referrer === 'keep'
  const { confirmed, declined_id: declinedId } = await runFunction<{ confirmed: boolean; declined_id: string | null }>(
    tx,
    sql`select confirmed, declined_id from confirm_address(${token}::text, ${keeps}::boolean)`,
  )
  if (declinedId !== null) {
    const detail = { before: { referrerId: declinedId }, after: { referrerId: null } }
    await recordAudit(tx, { action: 'referrer_declined', actorId: userId, subjectId: userId, ipAddress, detail })
  }
  return confirmed
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
