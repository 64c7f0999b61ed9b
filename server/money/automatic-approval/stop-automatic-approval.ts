import { sql } from 'kysely'
import { listOwners } from '../../accounts/administrators/owners.ts'
import { announceProposal } from '../../accounts/administrators/mail-proposal.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { stoppedMail } from './mails.ts'

interface StopDeps {
  events: Events
  mailOwner: MailOwner
  write: Write
}

interface Administrator {
  userId: string
  token: string
}

/** Stops the automatic approval at once, and tells all owners by mail. Does nothing if it is off. */
export async function stopAutomaticApproval(
  { events, mailOwner, write }: StopDeps,
  { userId, token }: Administrator,
  ipAddress: string,
): Promise<void> {
  await write(async (tx) => {
    const { rows } = await sql<{ stopped: boolean }>`
      select ledger.stop_automatic_approval(${token}::text, ${ipAddress}::text) as stopped`.execute(tx)
    if (rows[0]?.stopped) await mailOwners(tx, mailOwner, userId)
  })
  events.publish({ topics: ['settings'], toEveryone: true })
  announceProposal(events)
}

async function mailOwners(tx: Tx, mailOwner: MailOwner, userId: string): Promise<void> {
  const person = tx.selectFrom('profiles').select('full_name').where('id', '=', userId)
  const { full_name: by } = await person.executeTakeFirstOrThrow()
  for (const { id } of await listOwners(tx)) await mailOwner(tx, id, (translator) => stoppedMail(translator, by))
}
