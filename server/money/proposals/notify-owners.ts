import { sql } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import { mailProposal } from '../../accounts/administrators/mail-proposal.ts'
import { listOwners } from '../../accounts/administrators/owners.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { firstApprovalMail, loneAdjustmentMail, loneApprovalMail } from './mails.ts'

interface FirstApproval {
  actorId: string
  userId: string
  requestId: string
}

/**
 * Sends the mails of an approval that waits: to the administrators who can give the second one, or to all owners if there is
 * none and the approval waits for its time. Does nothing if the request was decided.
 */
export async function mailFirstApproval(tx: Tx, mailOwner: MailOwner, approval: FirstApproval): Promise<void> {
  const { actorId, userId, requestId } = approval
  const { rows } = await sql<FirstApprovalNews>`
    select o.worth, o.ready_at, r.kind, r.number, actor.full_name as by, member.full_name as member,
           array(select p.id from profiles p where p.role = 'admin' and p.id <> actor.id and ledger.may_approve(p.id, r)) as others
      from ledger.requests r
      cross join ledger.approval_outlook(${actorId}::uuid, r) o
      join profiles actor on actor.id = ${actorId}::uuid join profiles member on member.id = r.user_id
     where r.user_id = ${userId}::uuid and r.id = ${requestId}::uuid and r.status = 'pending' and o.need = 'given'`.execute(
    tx,
  )
  const [news] = rows
  if (!news) return
  const { ready_at: readyAt, kind, number: count, others, ...facts } = news
  if (readyAt !== null) {
    return mailOwners(tx, mailOwner, (translator) => loneApprovalMail(translator, { ...facts, ready_at: readyAt }))
  }
  const number = requestNumber(kind, count)
  for (const id of others) {
    await mailOwner(tx, id, (translator) => firstApprovalMail(translator, { ...facts, number }))
  }
}

interface FirstApprovalNews {
  worth: Decimal
  ready_at: string | null
  kind: RequestKind
  number: string
  by: string
  member: string
  /** The administrators who can give the second approval. */
  others: string[]
}

/** Mails all owners that a correction waits for a second owner, or for its time if there is none. */
export async function mailProposedAdjustment(
  tx: Tx,
  mailOwner: MailOwner,
  { actorId, userId, coins, reason }: { actorId: string; userId: string; coins: Decimal; reason: string },
): Promise<void> {
  const owners = await listOwners(tx)
  if (owners.some(({ id }) => id !== actorId)) return mailProposal(tx, mailOwner, { actorId, kind: 'adjustment' })
  const { rows } = await sql<{ by: string; member: string; ready_at: string }>`
    select actor.full_name as by, member.full_name as member, now() + ledger.lone_delay() as ready_at
      from profiles actor cross join profiles member
     where actor.id = ${actorId}::uuid and member.id = ${userId}::uuid`.execute(tx)
  const [news] = rows
  if (news) await mailOwners(tx, mailOwner, (translator) => loneAdjustmentMail(translator, { ...news, coins, reason }))
}

async function mailOwners(tx: Tx, mailOwner: MailOwner, write: Parameters<MailOwner>[2]): Promise<void> {
  for (const { id } of await listOwners(tx)) await mailOwner(tx, id, write)
}
