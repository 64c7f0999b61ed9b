import type { Tx } from '../../platform/db/client.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import type { Outbox, WriteMail } from '../../platform/mail/outbox.ts'

interface Owner {
  id: string
  email: string
  language: string
}

/** Returns the active owners who can sign in, the oldest account first. */
export async function listOwners(tx: Tx): Promise<Owner[]> {
  return tx
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.id', 'p.email', 'c.language'])
    .where('p.role', '=', 'admin')
    .where('p.duty', '=', 'owner')
    .where('p.status', '=', 'Active')
    .orderBy('p.id')
    .execute()
}

/** Queues a mail to each of these owners, in their own language. */
export async function mailOwners(tx: Tx, outbox: Outbox, owners: readonly Owner[], write: WriteMail): Promise<void> {
  for (const { email, language } of owners) {
    await outbox.queue(tx, { ...write(translatorFor(language)), to: email })
  }
}
