import { recordAudit } from '../../platform/audit-trail.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { lockAccount, type SessionOwner } from '../../platform/sessions.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import { readAdministrator } from '../administrators/list-administrators.ts'
import { administratorResetMail } from '../administrators/mails.ts'
import { listOwners, mailOwners } from '../administrators/owners.ts'
import { requireOwner } from '../administrators/require-owner.ts'
import { twoFactorResetMail } from './mails.ts'
import { removeTwoFactor } from './two-factor.ts'

export interface ResetDeps {
  events: Events
  mailOwner: MailOwner
  outbox: Outbox
  write: Write
}

interface Reset {
  caller: SessionOwner
  ipAddress: string
  userId: string
  reason: string
}

/**
 * Removes the second factor of another person's account, for an administrator, and mails the person. Only an owner does
 * so for an administrator, and all owners hear of it.
 */
export async function resetTwoFactor({ events, mailOwner, outbox, write }: ResetDeps, reset: Reset): Promise<void> {
  const { caller, ipAddress, userId, reason } = reset
  if (caller.userId === userId) throw new Refusal('status_of_oneself')
  await write(async (tx) => {
    const person = await tx
      .selectFrom('profiles')
      .select(['role', 'full_name'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!person) throw new Refusal('not_found')
    await lockAccount(tx, userId)
    if (!(await removeTwoFactor(tx, userId))) throw new Refusal('two_factor_off')
    if (person.role === 'admin') await requireOwner(tx, caller)
    const detail = { before: { two_factor: 'on' }, after: { two_factor: 'off' }, reason }
    const action = 'two_factor_reset'
    await recordAudit(tx, { action, actorId: caller.userId, subjectId: userId, ipAddress, detail })
    await mailOwner(tx, userId, twoFactorResetMail)
    if (person.role !== 'admin') return
    const by = await readAdministrator(tx, caller.userId)
    const news = { name: person.full_name, by: by.full_name, reason }
    const others = (await listOwners(tx)).filter(({ id }) => id !== userId)
    await mailOwners(tx, outbox, others, (translator) => administratorResetMail(translator, news))
  })
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
  events.publish({ topics: ['profile'], toAdmins: true })
}
