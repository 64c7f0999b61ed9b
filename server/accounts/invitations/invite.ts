import { sql } from 'kysely'
import type { Invitation } from '../../../contract/invitations.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeCursor, toPage, type Page } from '../../platform/db/page.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import type { Events } from '../../platform/events/events.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { announceProposal, mailProposal } from '../administrators/mail-proposal.ts'
import { readAdministrator } from '../administrators/list-administrators.ts'
import { listOwners, mailOwners } from '../administrators/owners.ts'
import { createInvitation, type Inviter } from './invitations.ts'
import { invitationMadeMail, invitationMail } from './mails.ts'

export interface InviteDeps {
  write: Write
  events: Events
  mailOwner: MailOwner
  outbox: Outbox
  config: { publicUrl: string }
}

/**
 * Invites an administrator. If the invitation is for one address, that address also gets the link by mail. The mail is
 * in the language of the inviting administrator's page, because the invited person's language is unknown. All owners
 * hear of it by mail.
 */
export async function invite(
  { write, outbox, events, mailOwner, config: { publicUrl } }: InviteDeps,
  { email, duty, language, ...by }: Inviter & { email: string | undefined; duty: Duty; language: string },
): Promise<{ invitation: Invitation; link: string }> {
  const made = await write(async (tx) => {
    await checkNotRegistered(tx, email)
    const { id, link } = await createInvitation(tx, publicUrl, { email, duty, by })
    const { full_name: name } = await readAdministrator(tx, by.actorId)
    const news = { by: name, email, duty }
    await mailOwners(tx, outbox, await listOwners(tx), (translator) => invitationMadeMail(translator, news))
    if (email !== undefined) await outbox.queue(tx, invitationMail(translatorFor(language), { to: email, duty, link }))
    const invitation = await readInvitation(tx, id)
    if (invitation.status === 'waiting') await mailProposal(tx, mailOwner, { actorId: by.actorId, kind: 'invitation' })
    return { invitation, link }
  })
  if (made.invitation.status === 'waiting') announceProposal(events)
  return made
}

/** Returns a page of the invitations, newest first. */
export async function listInvitations(
  db: Db,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Invitation>> {
  let rows = selectInvitations(db)
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) rows = rows.where('i.id', '<', decodeCursor(cursor))
  return toPage(await rows.execute(), limit, (row) => row)
}

async function readInvitation(db: Db, id: string): Promise<Invitation> {
  return selectInvitations(db).where('i.id', '=', id).executeTakeFirstOrThrow()
}

/** Revokes an open invitation. */
export async function revokeInvitation(
  write: Write,
  { token, ipAddress, id }: Inviter & { id: string },
): Promise<Record<string, never>> {
  return write(async (tx) => {
    const invitation = await tx.selectFrom('invitations').select('id').where('id', '=', id).executeTakeFirst()
    if (!invitation) throw new Refusal('not_found')
    const { isRevoked } = await runFunction<{ isRevoked: boolean }>(
      tx,
      sql`select revoke_invitation(${token}::text, ${id}::uuid, ${ipAddress}::text) as "isRevoked"`,
    )
    if (!isRevoked) throw new Refusal('invitation_closed')
    return {}
  })
}

/** Refuses an address that has an account, because an invitation makes a new one. */
async function checkNotRegistered(db: Db, email: string | undefined): Promise<void> {
  if (email === undefined) return
  const person = await db.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()
  if (person) throw new Refusal('email_taken', { field: 'email' })
}

function selectInvitations(db: Db) {
  const status = sql<Invitation['status']>`case when i.used_at is not null then 'used' when i.revoked_at is not null
    then 'revoked' when i.expires_at <= now() then 'expired' when not i.confirmed then 'waiting' when is_open(i) then 'open' else 'revoked' end`
  return db
    .selectFrom('invitations as i')
    .leftJoin('profiles as maker', 'maker.id', 'i.created_by')
    .leftJoin('profiles as user', 'user.id', 'i.used_by')
    .select(['i.id', 'i.email', 'i.duty', 'i.created_at', 'i.expires_at', status.as('status')])
    .select(['maker.full_name as created_by_name', 'user.full_name as used_by_name'])
}
