import { sql } from 'kysely'
import type { Db } from './client.ts'
import { createToken, readToken } from './secret-token.ts'

/** A session ends after so much time without activity, and after so much time in any case, by the database's clock. */
export const idleMinutes = 6
export const absoluteHours = 12
// A busy person's session is written at most this often.
const renewAfterSeconds = 30

export interface LiveSession {
  id: string
  userId: string
  role: 'member' | 'admin'
  /** It has not been renewed for a while, so activity should be noted. */
  isRenewable: boolean
}

const isHeld = sql<boolean>`s.expires_at > now() and s.last_active_at > now() - make_interval(mins => ${idleMinutes})`

/** The session behind a cookie: not ended, not idle for too long, and of an account that may be used. */
export async function findSession(db: Db, cookie: string | undefined): Promise<LiveSession | undefined> {
  const token = readToken(cookie)
  if (!token) return undefined
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select(['s.id', 's.user_id', 'p.role'])
    .select(sql<boolean>`s.last_active_at < now() - make_interval(secs => ${renewAfterSeconds})`.as('is_renewable'))
    .where('s.user_id', '=', token.userId)
    .where('s.token_hash', '=', token.hash)
    .where('p.status', '=', 'Active')
    .where(isHeld)
    .executeTakeFirst()
  if (!row) return undefined
  return { id: row.id, userId: row.user_id, role: roleOf(row.role), isRenewable: row.is_renewable }
}

/**
 * The ids of those sessions that may still be used, each by an account of the same role. One query for all the open
 * streams of a server; it does not count as activity.
 */
export async function findLiveSessions(
  db: Db,
  sessions: { userId: string; sessionId: string; role: 'member' | 'admin' }[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select(['s.id', 'p.role'])
    .where(
      sql<boolean>`(s.user_id, s.id) in (select unnest(${sessions.map(({ userId }) => userId)}::uuid[]),
        unnest(${sessions.map(({ sessionId }) => sessionId)}::uuid[]))`,
    )
    .where('p.status', '=', 'Active')
    .where(isHeld)
    .execute()
  const roles = new Map(rows.map(({ id, role }) => [id, roleOf(role)]))
  return new Set(sessions.flatMap(({ sessionId, role }) => (roles.get(sessionId) === role ? [sessionId] : [])))
}

/** Starts a session and returns what its cookie carries. */
export async function createSession(
  db: Db,
  session: { userId: string; ipAddress: string; userAgent: string },
): Promise<{ id: string; cookie: string }> {
  const token = createToken(session.userId)
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: token.hash,
      ip_address: session.ipAddress,
      user_agent: session.userAgent,
      expires_at: sql`now() + make_interval(hours => ${absoluteHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, cookie: token.text }
}

/** Notes activity, which postpones the idle end. */
export async function renewSession(db: Db, session: { userId: string; id: string }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_active_at: sql`now()` })
    .where('user_id', '=', session.userId)
    .where('id', '=', session.id)
    .execute()
}

export async function deleteSession(db: Db, session: { userId: string; id: string }): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', session.userId).where('id', '=', session.id).execute()
}

/** Removes a person's sessions that ended by themselves; nobody can use them, they only take room. */
export async function deleteEndedSessions(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('sessions as s')
    .where('s.user_id', '=', userId)
    .where(sql<boolean>`not (${isHeld})`)
    .execute()
}

function roleOf(role: 'user' | 'admin'): 'member' | 'admin' {
  return role === 'admin' ? 'admin' : 'member'
}
