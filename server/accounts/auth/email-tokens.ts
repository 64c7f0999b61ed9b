import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createToken, readToken } from '../../platform/db/secret-token.ts'
import { lockAccount } from '../../platform/sessions.ts'

const confirmationHours = 24
const recoveryMinutes = 60
/** The days for which the link "This was not me" in a mail is good. */
export const notMeDays = 30
/**
 * A token of either purpose sets a password. The owner asks for `recovery`; `welcome` goes to an address that is not
 * confirmed yet.
 */
const recoveryPurposes = ['recovery', 'welcome'] as const

/**
 * Returns a token that proves an address: `confirm` does only that, `welcome` also sets a password. It voids the earlier
 * tokens of the first kind, because they would confirm an account without a password that counts. Those of the second kind
 * stay good: otherwise a stranger who sends forms with the address could void the link under its owner's eyes.
 */
export async function createConfirmationToken(
  tx: Tx,
  userId: string,
  purpose: 'confirm' | 'welcome' = 'confirm',
): Promise<string> {
  const token = createToken(userId)
  await tx
    .with('voided', (query) =>
      query
        .updateTable('email_tokens')
        .set({ used_at: sql`now()` })
        .where('user_id', '=', userId)
        .where('purpose', '=', 'confirm')
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

/**
 * Returns the sign-up that the token of a mailed link of any kind belongs to. Refuses a used, expired or
 * unknown token, and that of a confirmed address, with link_invalid.
 */
export async function findSignUpOfToken(db: Db, text: string): Promise<{ userId: string; email: string }> {
  const token = readToken(text)
  if (!token) throw new Refusal('link_invalid')
  const row = await db
    .selectFrom('email_tokens as t')
    .innerJoin('credentials as c', 'c.user_id', 't.user_id')
    .innerJoin('profiles as p', 'p.id', 't.user_id')
    .select(['p.id', 'p.email'])
    .where('t.user_id', '=', token.userId)
    .where('t.token_hash', '=', token.hash)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', sql<string>`now()`)
    .where('c.email_confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('link_invalid')
  return { userId: row.id, email: row.email }
}

/** Uses up the token of a mailed link and returns the id of its owner. A used, expired or unknown token is refused. */
export async function consumeConfirmationToken(tx: Tx, text: string): Promise<string> {
  const token = readToken(text)
  if (!token) throw new Refusal('link_invalid')
  const row = await tx
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
 * Returns a token that sets a password, and voids the earlier ones. It works under the account's lock, so of two calls
 * at once the newer token counts. For an account that does not exist, or that has another email by then, it does the same work
 * and returns a token without effect.
 */
export async function createRecoveryToken(tx: Tx, userId: string, email: string): Promise<string> {
  const token = createToken(userId)
  await lockAccount(tx, userId)
  await tx
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    // A welcome stays good, because any visitor can ask for a recovery of another person's account.
    .where('purpose', '=', 'recovery')
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
        .where('p.id', '=', userId)
        .where('p.email', '=', email),
    )
    .execute()
  return token.text
}

/** Returns the owner of a token that sets a password. A used, expired, void or unknown token is refused. */
export async function findRecoveryTokenOwner(
  db: Db,
  text: string,
): Promise<{ userId: string; role: 'user' | 'admin' }> {
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

/** Uses up a token that sets a password. Of several calls at once, exactly one succeeds. */
export async function consumeRecoveryToken(tx: Tx, text: string): Promise<void> {
  const { userId } = await findRecoveryTokenOwner(tx, text)
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

/**
 * Returns a token of the link "This was not me". A new password does not void it, because a thief may have set one. Its days count from
 * `since`, or from now.
 */
export async function createNotMeToken(tx: Tx, userId: string, since?: string): Promise<string> {
  const token = createToken(userId)
  await tx
    .insertInto('email_tokens')
    .values({
      user_id: userId,
      purpose: 'not_me',
      token_hash: token.hash,
      expires_at: sql`coalesce(${since ?? null}::timestamptz, now()) + make_interval(days => ${notMeDays})`,
    })
    .execute()
  return token.text
}

/** Returns the owner of a token of "This was not me". A used, expired or unknown token is refused. */
export async function findNotMeTokenOwner(db: Db, text: string): Promise<string> {
  const token = readToken(text)
  if (!token) throw new Refusal('link_invalid')
  const row = await db
    .selectFrom('email_tokens')
    .select('user_id')
    .where('user_id', '=', token.userId)
    .where('token_hash', '=', token.hash)
    .where('purpose', '=', 'not_me')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!row) throw new Refusal('link_invalid')
  return row.user_id
}

/** Uses up a token of "This was not me". Of several calls at once, exactly one succeeds. */
export async function consumeNotMeToken(tx: Tx, text: string): Promise<void> {
  const userId = await findNotMeTokenOwner(tx, text)
  const row = await tx
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('token_hash', '=', readToken(text)?.hash ?? Buffer.alloc(0))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw new Refusal('link_invalid')
}

/** Voids every unused link that was mailed to the account and that confirms an address or sets a password. */
export async function voidTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('email_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '<>', 'not_me')
    .where('used_at', 'is', null)
    .execute()
}
