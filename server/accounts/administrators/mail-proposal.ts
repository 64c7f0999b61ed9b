import type { ChangeKind } from '../../../contract/proposed-changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { changeProposedMail } from './mails.ts'
import { listOwners } from './owners.ts'

/** Tells all owners that a change waits for a second one. */
export async function mailProposal(
  tx: Tx,
  mailOwner: MailOwner,
  { actorId, kind }: { actorId: string; kind: ChangeKind },
): Promise<void> {
  const { full_name: by } = await tx
    .selectFrom('profiles')
    .select('full_name')
    .where('id', '=', actorId)
    .executeTakeFirstOrThrow()
  for (const { id } of await listOwners(tx)) {
    await mailOwner(tx, id, (translator) => changeProposedMail(translator, { by, kind }))
  }
}

/** Tells the browsers of administrators that a change waits, or no longer waits. */
export function announceProposal(events: Events): void {
  events.publish({ topics: ['changes'], toAdmins: true })
}
