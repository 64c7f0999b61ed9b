import type { Db } from '../db/client.ts'
import type { Mail } from '../outside/mail.ts'
import { createConfirmation } from './email-tokens.ts'

/** Writes to a member whom an administrator added. Following the link sets the password and confirms the address. */
export async function createWelcome(
  tx: Db,
  { id, email }: { id: string; email: string },
  publicUrl: string,
): Promise<Mail> {
  const token = await createConfirmation(tx, id, 'welcome')
  const link = `${publicUrl}/reset-password#access_token=${token}&type=recovery`
  const paragraphs = [
    'Welcome to ET. An administrator made an account for you.',
    'Please set your password by opening this link within 24 hours:',
    link,
    'If you did not expect this, you can ignore this mail.',
  ]
  return { to: email, link, subject: 'Set your password', text: `${paragraphs.join('\n\n')}\n` }
}
