import { recordAudit } from '../../platform/audit-trail.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { nameChangedMail } from './mails.ts'

interface NameChange {
  /** The member, who changed their own name. */
  userId: string
  ipAddress: string
  from: string
  to: string
}

/**
 * Records a change of the name and mails the owner, in the transaction of the change. Members see the name before they send coins, so
 * a name that was another for a while must leave a trace.
 */
export async function recordNameChange(tx: Tx, change: NameChange, mailOwner: MailOwner): Promise<void> {
  const { userId, ipAddress, from, to } = change
  const detail = { before: { full_name: from }, after: { full_name: to } }
  await recordAudit(tx, { action: 'name_changed', actorId: userId, subjectId: userId, ipAddress, detail })
  await mailOwner(tx, userId, (translator) => nameChangedMail(translator, from, to))
}
