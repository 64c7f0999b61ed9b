import type { MailOwner, Outbox } from './outbox.ts'

export function createMailOwner({ outbox }: { outbox: Outbox }): MailOwner {
  return async (tx, userId, message) => {
    const { email } = await tx.selectFrom('profiles').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    await outbox.queue(tx, { ...message, to: email })
  }
}
