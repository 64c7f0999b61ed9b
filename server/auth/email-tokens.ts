import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { createToken, readToken } from '../db/secret-token.ts'

const confirmationHours = 24

export async function createConfirmation(db: Db, userId: string): Promise<string> {
  const token = createToken(userId)
  await db
    .insertInto('email_tokens')
    .values({
      user_id: userId,
      purpose: 'confirm',
      token_hash: token.hash,
      expires_at: sql`now() + make_interval(hours => ${confirmationHours})`,
    })
    .execute()
  return token.text
}

/** Uses up a token of a mailed link and says whose it is; used, expired or made up it is refused. */
export async function takeConfirmation(db: Db, text: string): Promise<string> {
  const token = readToken(text)
  if (!token) throw new Refusal('link_invalid')
  const row = await db
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', token.userId)
    .where('token_hash', '=', token.hash)
    .where('purpose', '=', 'confirm')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw new Refusal('link_invalid')
  return row.user_id
}

/** Makes the links that were mailed so far useless. */
export async function revokeConfirmations(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'confirm')
    .where('used_at', 'is', null)
    .execute()
}
