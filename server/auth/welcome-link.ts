import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { createToken } from '../db/secret-token.ts'
import type { Mail } from '../outside/mail.ts'

const welcomeHours = 24

/** Writes to a member whom an administrator added. Following the link sets the password and confirms the address. */
export async function createWelcome(
  tx: Db,
  { id, email }: { id: string; email: string },
  publicUrl: string,
): Promise<Mail> {
  const token = createToken(id)
  await tx
    .insertInto('email_tokens')
    .values({
      user_id: id,
      purpose: 'welcome',
      token_hash: token.hash,
      expires_at: sql`now() + make_interval(hours => ${welcomeHours})`,
    })
    .execute()
  const link = `${publicUrl}/reset-password#access_token=${token.text}&type=recovery`
  const paragraphs = [
    'Welcome to ET. An administrator made an account for you.',
    `Please set your password by opening this link within ${welcomeHours} hours:`,
    link,
    'If you did not expect this, you can ignore this mail.',
  ]
  return { to: email, link, subject: 'Set your password', text: `${paragraphs.join('\n\n')}\n` }
}
