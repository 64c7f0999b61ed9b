import type { Mailer } from '../outside/mail.ts'
import type { MailOwner } from './mails.ts'

export function createMailOwner({ mail }: { mail: Mailer }): MailOwner {
  return async (tx, userId, message) => {
    const { email } = await tx.selectFrom('profiles').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    await mail.send({ ...message, to: email })
  }
}
