import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createToken, readToken } from '../../platform/db/secret-token.ts'
import { lockAccount } from '../../platform/sessions.ts'

const confirmationHours = 24
const recoveryMinutes = 60
/** Either sets a password: asked for by the owner, or sent to whoever has yet to prove the address. */
const recoveryPurposes = ['recovery', 'welcome'] as const

/**
 * A token that proves an address: `confirm` alone, `welcome` by setting a password. The links of both kinds that were mailed
 * before are void.
 */
export async function createConfirmation(
  db: Db,
  userId: string,
  purpose: 'confirm' | 'welcome' = 'confirm',
): Promise<string> {
  const token = createToken(userId)
  await db
    .with('voided', (query) =>
      query
        .updateTable('email_tokens')
        .set({ used_at: sql`now()` })
        .where('user_id', '=', userId)
        .where('purpose', 'in', ['confirm', 'welcome'])
        .where('used_at', 'is', null),
    )
    .insertInto('email_tokens')
    .values({
      user_id: userId,
      purpose,
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

/**
 * A token that sets a password. The earlier ones are void: under the account's lock, so that of two at once the newer one
 * counts. For somebody who does not exist it is one that opens nothing, after the same work.
 */
export async function createRecovery(tx: Db, userId: string): Promise<string> {
  const token = createToken(userId)
  await lockAccount(tx, userId)
  await tx
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', recoveryPurposes)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('email_tokens')
    .columns(['user_id', 'purpose', 'token_hash', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('profiles as p')
        .select([
          'p.id',
          sql<'recovery'>`'recovery'`.as('purpose'),
          sql<Buffer>`${token.hash}::bytea`.as('token_hash'),
          sql<string>`now() + make_interval(mins => ${recoveryMinutes})`.as('expires_at'),
        ])
        .where('p.id', '=', userId),
    )
    .execute()
  return token.text
}

/** Whose password a token can set. Used, expired, void or made up it is refused. */
export async function findRecovery(db: Db, text: string): Promise<{ userId: string; role: 'user' | 'admin' }> {
  const token = readToken(text)
  if (!token) throw new Refusal('reset_link_invalid')
  const row = await db
    .selectFrom('email_tokens as t')
    .innerJoin('profiles as p', 'p.id', 't.user_id')
    .select(['t.user_id', 'p.role'])
    .where('t.user_id', '=', token.userId)
    .where('t.token_hash', '=', token.hash)
    .where('t.purpose', 'in', recoveryPurposes)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!row) throw new Refusal('reset_link_invalid')
  return { userId: row.user_id, role: row.role }
}

/** Uses up a token that sets a password; of several at once exactly one gets it. */
export async function takeRecovery(tx: Db, text: string): Promise<void> {
  const { userId } = await findRecovery(tx, text)
  const row = await tx
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('token_hash', '=', readToken(text)?.hash ?? Buffer.alloc(0))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw new Refusal('reset_link_invalid')
}

/** Makes every link useless that was mailed to an account. */
export async function voidTokens(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
