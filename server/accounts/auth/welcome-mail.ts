import type { Tx } from '../../platform/db/client.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { createConfirmationToken } from './email-tokens.ts'
import { welcomeMail } from './mails.ts'

/** Returns the mail to a member whom an administrator added. Its link sets the password and confirms the address. */
export async function createWelcomeMail(
  tx: Tx,
  { id, email, language }: { id: string; email: string; language: string },
  publicUrl: string,
): Promise<Mail> {
  return welcomeMail(translatorFor(language), email, publicUrl, await createConfirmationToken(tx, id, 'welcome'))
}
