import { sql } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import { listOwners } from '../../accounts/administrators/owners.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { loneAdjustmentMail, loneApprovalMail } from './mails.ts'

interface FirstApproval {
  actorId: string
  userId: string
  requestId: string
}

/**
 * Mails all owners if an approval waits for its time, because there is no second administrator. Does nothing if the
 * request was decided, or if a second administrator can look at it.
 */
export async function mailLoneApproval(tx: Tx, mailOwner: MailOwner, approval: FirstApproval): Promise<void> {
  const { actorId, userId, requestId } = approval
  const { rows } = await sql<{ worth: Decimal; ready_at: string; by: string; member: string }>`
    select o.worth, o.ready_at, actor.full_name as by, member.full_name as member
      from ledger.requests r
      cross join ledger.approval_outlook(${actorId}::uuid, r) o
      join profiles actor on actor.id = ${actorId}::uuid join profiles member on member.id = r.user_id
     where r.user_id = ${userId}::uuid and r.id = ${requestId}::uuid and r.status = 'pending'
       and o.need = 'given' and o.ready_at is not null`.execute(tx)
  const [news] = rows
  if (news) await mailOwners(tx, mailOwner, (translator) => loneApprovalMail(translator, news))
}

/** Mails all owners if a correction waits for its time, because there is no second owner. */
export async function mailLoneAdjustment(
  tx: Tx,
  mailOwner: MailOwner,
  { actorId, userId, coins, reason }: { actorId: string; userId: string; coins: Decimal; reason: string },
): Promise<void> {
  const owners = await listOwners(tx)
  if (owners.some(({ id }) => id !== actorId)) return
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
