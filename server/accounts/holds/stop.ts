import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { lockAccount, type TokenOwner } from '../../platform/sessions.ts'
import { consumeNotMeToken, findNotMeTokenOwner, notMeDays } from '../auth/email-tokens.ts'
import { stopLiftedMail, stoppedMail } from './mails.ts'

export interface StopDeps {
  db: Db
  events: Events
  mailOwner: MailOwner
}

/**
 * Takes the word of an account's owner, by the link of a notice, that a change was not theirs. Every session of the account
 * ends and its known devices are forgotten, so each next sign-in counts as one on a new device. Passkeys that the change can
 * have added are removed, because one opens the account in spite of a new password. Withdrawals and transfers stop until an
 * administrator lifts the stop.
 */
export async function reportNotMe(
  { db, events, mailOwner }: StopDeps,
  { token, ipAddress }: { token: string; ipAddress: string },
): Promise<void> {
  const userId = await findNotMeTokenOwner(db, token)
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, userId)
    await consumeNotMeToken(tx, token)
    const { is_new: isNew } = await runFunction<{ is_new: boolean }>(
      tx,
      sql`select ledger.stop_outgoing(${userId}::uuid, ${ipAddress}::text) as is_new`,
    )
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
    await removeRecentPasskeys(tx, userId)
    await recordAudit(tx, { action: 'not_me_reported', actorId: userId, subjectId: userId, ipAddress })
    if (isNew) await mailOwner(tx, userId, stoppedMail)
  })
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
  events.publish({ topics: ['profile', 'requests'], toAdmins: true })
}

/** Removes the passkeys that were added while the link has been good, or that an earlier notice was about. */
async function removeRecentPasskeys(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<string>`now() - make_interval(days => ${notMeDays})`)
    .execute()
}

/** Lifts the stop of a member for an owner or approver, and mails the member. The database puts it on record. */
export async function liftStop(
  { events, mailOwner, write }: Omit<StopDeps, 'db'> & { write: Write },
  { caller, ipAddress, userId, reason }: { caller: TokenOwner; ipAddress: string; userId: string; reason: string },
): Promise<void> {
  await write(async (tx) => {
    await runFunction(
      tx,
      sql`select ledger.lift_stop(${caller.token}::text, ${userId}::uuid, ${reason}::text, ${ipAddress}::text)`,
    )
    await mailOwner(tx, userId, stopLiftedMail)
  })
  events.publish({ topics: ['profile'], userIds: [userId] })
  events.publish({ topics: ['profile', 'requests'], toAdmins: true })
}
