import { sql } from 'kysely'
import type { Administrator } from '../../../contract/administrators.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import type { TokenOwner } from '../../platform/sessions.ts'
import { announceProposal, mailProposal } from './mail-proposal.ts'
import { readAdministrator } from './list-administrators.ts'
import { listOwners, mailOwners } from './owners.ts'
import { dutyChangedMail, ownDutyChangedMail } from './mails.ts'

export interface ChangeDutyDeps {
  events: Events
  mailOwner: MailOwner
  outbox: Outbox
  write: Write
}

interface DutyChange {
  caller: TokenOwner
  ipAddress: string
  userId: string
  duty: Duty
  reason: string
}

/**
 * Gives another administrator another duty, for an owner, and mails the person and all owners. No session ends: the new
 * duty holds from the next call on. The database puts the change on record and keeps an active owner.
 */
export async function changeDuty(
  { events, mailOwner, outbox, write }: ChangeDutyDeps,
  { caller, ipAddress, userId, duty, reason }: DutyChange,
): Promise<Administrator & { is_proposed?: boolean }> {
  const { administrator, isChanged } = await write(async (tx) => {
    // The owners before the change hear of it, too, so that a person who stops being one is among them.
    const owners = await listOwners(tx)
    const { before } = await runFunction<{ before: Duty | null }>(
      tx,
      sql`select change_duty(${caller.token}::text, ${userId}::uuid, ${duty}::text, ${reason}::text,
        ${ipAddress}::text) as before`,
    )
    const changed = await readAdministrator(tx, userId)
    if (before === null) {
      await mailProposal(tx, mailOwner, { actorId: caller.userId, kind: 'duty' })
      return { administrator: { ...changed, is_proposed: true }, isChanged: false }
    }
    if (before === duty) return { administrator: changed, isChanged: false }
    const change = { actorId: caller.userId, userId, before, duty, reason }
    await mailDutyChange(tx, { mailOwner, outbox }, owners, change)
    return { administrator: changed, isChanged: true }
  })
  if ('is_proposed' in administrator) announceProposal(events)
  if (isChanged) {
    events.publish({ topics: ['session', 'profile'], userIds: [userId] })
    events.publish({ topics: ['profile'], toAdmins: true })
  }
  return administrator
}

/** Mails the person with the new duty and these owners. */
export async function mailDutyChange(
  tx: Tx,
  { mailOwner, outbox }: Pick<ChangeDutyDeps, 'mailOwner' | 'outbox'>,
  owners: Awaited<ReturnType<typeof listOwners>>,
  { actorId, userId, ...change }: { actorId: string; userId: string; before: Duty; duty: Duty; reason: string },
): Promise<void> {
  const changed = await readAdministrator(tx, userId)
  const by = await readAdministrator(tx, actorId)
  const news = { name: changed.full_name, by: by.full_name, ...change }
  await mailOwner(tx, userId, (translator) => ownDutyChangedMail(translator, news))
  const others = owners.filter(({ id }) => id !== userId)
  await mailOwners(tx, outbox, others, (translator) => dutyChangedMail(translator, news))
}
