import type { Db } from '../db/client.ts'
import type { Mail } from '../outside/mail.ts'
import { createConfirmation } from './email-tokens.ts'
import { welcomeMail } from './mails.ts'

/** Writes to a member whom an administrator added. Following the link sets the password and confirms the address. */
export async function createWelcome(
  tx: Db,
  { id, email }: { id: string; email: string },
  publicUrl: string,
): Promise<Mail> {
  return welcomeMail(email, publicUrl, await createConfirmation(tx, id, 'welcome'))
}
