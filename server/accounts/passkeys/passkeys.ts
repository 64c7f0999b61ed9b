import type { Passkey } from '../../../contract/passkeys.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { lockAccount } from '../../platform/sessions.ts'
import { checkEnrolled } from '../two-factor/set-up.ts'
import { hasTwoFactor } from '../two-factor/two-factor.ts'
import { passkeyRemovedMail } from './mails.ts'

/** The owner of passkeys who calls. */
export interface Caller {
  userId: string
  sessionId: string
  role: 'member' | 'admin'
  ipAddress: string
}

export interface ChangeDeps {
  events: Events
  mailOwner: MailOwner
  mustAdminsEnrol: boolean
  write: Write
}

export async function listPasskeys(db: Db, userId: string): Promise<{ items: Passkey[] }> {
  const items = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return { items }
}

export async function renamePasskey(
  { write }: Pick<ChangeDeps, 'write'>,
  { userId, ipAddress }: Caller,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<void> {
  await write(async (tx) => {
    const before = await tx
      .selectFrom('passkeys')
      .select('name')
      .where('user_id', '=', userId)
      .where('id', '=', passkeyId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found')
    await tx.updateTable('passkeys').set({ name }).where('user_id', '=', userId).where('id', '=', passkeyId).execute()
    const detail = { before: { name: before.name }, after: { name } }
    await recordAudit(tx, { action: 'passkey_renamed', actorId: userId, subjectId: userId, ipAddress, detail })
  })
}

/** Removes a passkey and mails its owner. The last second factor stays if one is required. */
export async function removePasskey(deps: ChangeDeps, caller: Caller, passkeyId: string): Promise<void> {
  const { events, mailOwner, write } = deps
  const { userId, ipAddress } = caller
  await write(async (tx) => {
    await lockAccount(tx, userId)
    const removed = await tx
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('id', '=', passkeyId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found')
    const isStillOn = await hasTwoFactor(tx, userId)
    checkEnrolled(deps, caller, isStillOn)
    const detail = { before: { name: removed.name } }
    await recordAudit(tx, { action: 'passkey_removed', actorId: userId, subjectId: userId, ipAddress, detail })
    await mailOwner(tx, userId, (translator) => passkeyRemovedMail(translator, removed.name, isStillOn))
  })
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
}
