import { hot } from '../db/prepared.ts'
import { translatorFor } from './mail-texts.ts'
import type { MailOwner, Outbox } from './outbox.ts'

export function createMailOwner({ outbox }: { outbox: Pick<Outbox, 'queue'> }): MailOwner {
  return async (tx, userId, write, address) => {
    const { email, language, status } = await tx
      .selectFrom('profiles as p')
      .modifyFront(hot('mail_owner'))
      .innerJoin('credentials as c', 'c.user_id', 'p.id')
      .select(['p.email', 'p.status', 'c.language'])
      .where('p.id', '=', userId)
      .executeTakeFirstOrThrow()
    // A closed account has no address.
    if (status === 'Closed') return
    await outbox.queue(tx, { ...write(translatorFor(language)), to: address ?? email }, userId)
  }
}
