import type { Db } from '../db/client.ts'
import { hot } from '../db/prepared.ts'
import { translatorFor } from './mail-texts.ts'
import type { MailOwner, Outbox } from './outbox.ts'

export function createMailOwner({ outbox }: { outbox: Outbox }): MailOwner {
  return async (tx, userId, write, address) => {
    const owner = await readMailReader(tx, userId)
    if (owner) await outbox.queue(tx, { ...write(translatorFor(owner.language)), to: address ?? owner.email }, userId)
  }
}

/** Reads the address and the language of an account's owner. A closed account has no address, so it returns undefined. */
export async function readMailReader(db: Db, userId: string): Promise<{ email: string; language: string } | undefined> {
  const { email, language, status } = await db
    .selectFrom('profiles as p')
    .modifyFront(hot('mail_owner'))
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.email', 'p.status', 'c.language'])
    .where('p.id', '=', userId)
    .executeTakeFirstOrThrow()
  return status === 'Closed' ? undefined : { email, language }
}
