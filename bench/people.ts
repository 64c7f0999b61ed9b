import type pg from 'pg'
import { withConnection } from '../server/platform/db/connect.ts'
import { createToken } from '../server/platform/db/secret-token.ts'
import type { TestServer } from '../tests/helpers/server.ts'

/** A member who is signed in. */
export interface SignedIn {
  userId: string
  memberId: string
  /** The token of the session, which is also the value of its cookie. */
  token: string
}

interface Group {
  /** Stands in front of the numbers in the member ids and emails. */
  name: string
  count: number
  /** True if they may buy any number of coins. */
  haveBought?: boolean
  /** The members who brought these in, in turns. */
  referrers?: readonly { userId: string }[]
}

/** Runs `work` with the owner's rights on the database of a running server. */
export async function withOwner<Result>(
  server: TestServer,
  work: (owner: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withConnection(server.databaseUrl('owner'), work)
}

/** Adds active members by one statement, without passwords. */
export async function addMembers(
  owner: pg.Client,
  { name, count, haveBought = false, referrers = [] }: Group,
): Promise<Omit<SignedIn, 'token'>[]> {
  const { rows } = await owner.query<Omit<SignedIn, 'token'>>(
    `INSERT INTO profiles (status, full_name, email, member_id, referral_code, wallet_address, first_purchase_done, referred_by_id)
     SELECT 'Active', 'Member', $1::text || n || '@example.org', upper($1::text || '-M' || n), $1::text || '-R' || n, 'T-wallet', $3,
            ($4::uuid[])[1 + n % greatest(1, cardinality($4::uuid[]))]
       FROM generate_series(1, $2::int) n
     RETURNING id AS "userId", member_id AS "memberId"`,
    [name, count, haveBought, referrers.map(({ userId }) => userId)],
  )
  return rows
}

/** Opens a session for each person, last active at that moment. Returns the tokens by user id. */
export async function signIn(
  owner: pg.Client,
  userIds: readonly string[],
  lastActive: 'now' | 'in an hour' = 'now',
): Promise<Map<string, string>> {
  const tokens = userIds.map((userId) => [userId, createToken(userId)] as const)
  await owner.query(
    `INSERT INTO sessions (user_id, token_hash, ip_address, user_agent, expires_at, last_active_at)
     SELECT u, h, '127.0.0.1', 'bench', now() + interval '12 hours', now() + make_interval(hours => $3)
       FROM unnest($1::uuid[], $2::bytea[]) AS list (u, h)`,
    [userIds, tokens.map(([, { hash }]) => hash), lastActive === 'now' ? 0 : 1],
  )
  return new Map(tokens.map(([userId, { text }]) => [userId, text]))
}

/** Adds members who may buy any number of coins, each with a session. */
export async function addCallers(owner: pg.Client, name: string, count: number): Promise<SignedIn[]> {
  const members = await addMembers(owner, { name, count, haveBought: true })
  const tokens = await signIn(
    owner,
    members.map(({ userId }) => userId),
  )
  return members.map((member) => ({ ...member, token: tokens.get(member.userId) ?? '' }))
}

/**
 * Adds a payment slip for each entry of the list, each of another content, as one picture pays one request. Returns their ids in the
 * same order.
 */
export async function addSlips(owner: pg.Client, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO uploads (user_id, path, mime_type, size_bytes, sha256)
     SELECT u, 'payment_proofs/' || u || '/' || uuidv7() || '.png', 'image/png', 1, sha256(uuidv7()::text::bytea)
       FROM unnest($1::uuid[]) WITH ORDINALITY AS list (u, n) ORDER BY n RETURNING id`,
    [userIds],
  )
  return rows.map(({ id }) => id)
}
