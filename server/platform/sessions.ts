import { sql } from 'kysely'
import { sessionsMax } from '../../contract/sessions.ts'
import type { Db } from './db/client.ts'
import { refusalOf } from './db/refusal.ts'
import { createToken, readToken } from './db/secret-token.ts'

/** A session ends after so much time without activity, and after so much time in any case, by the database's clock. */
export const idleMinutes = 6
export const absoluteHours = 12
// A busy person's session is written at most this often.
const renewAfterSeconds = 30

export interface LiveSession {
  id: string
  userId: string
  role: 'member' | 'admin'
  hasTwoFactor: boolean
  /** It has not been renewed for a while, so activity should be noted. */
  isRenewable: boolean
}

/** Of a row of sessions named s: neither over nor idle for too long. */
export const isHeld = sql<boolean>`s.expires_at > now() and s.last_active_at > now() - make_interval(mins => ${idleMinutes})`
const hasTwoFactor = sql<boolean>`exists (select from two_factor f where f.user_id = s.user_id)`

/**
 * The session behind a cookie: not ended, not idle for too long, and of an account that may be used. Its role and second
 * factor are those of this moment.
 */
export async function findSession(db: Db, cookie: string | undefined): Promise<LiveSession | undefined> {
  const token = readToken(cookie)
  if (!token) return undefined
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select(['s.id', 's.user_id', 'p.role'])
    .select(sql<boolean>`s.last_active_at < now() - make_interval(secs => ${renewAfterSeconds})`.as('is_renewable'))
    .select(hasTwoFactor.as('has_two_factor'))
    .where('s.user_id', '=', token.userId)
    .where('s.token_hash', '=', token.hash)
    .where('p.status', '=', 'Active')
    .where(isHeld)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    userId: row.user_id,
    role: roleOf(row.role),
    hasTwoFactor: row.has_two_factor,
    isRenewable: row.is_renewable,
  }
}

/**
 * The ids of those sessions that may still be used, each by an account of the same role and, where administrators have to
 * have a second factor, with one. One query for all the open streams of a server; it does not count as activity.
 */
export async function findLiveSessions(
  db: Db,
  sessions: SessionOwner[],
  mustAdminsEnrol: boolean,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select(['s.id', 'p.role', hasTwoFactor.as('has_two_factor')])
    .where(
      sql<boolean>`(s.user_id, s.id) in (select unnest(${sessions.map(({ userId }) => userId)}::uuid[]),
        unnest(${sessions.map(({ sessionId }) => sessionId)}::uuid[]))`,
    )
    .where('p.status', '=', 'Active')
    .where(isHeld)
    .execute()
  const usable = rows.filter((row) => row.has_two_factor || row.role !== 'admin' || !mustAdminsEnrol)
  const roles = new Map(usable.map(({ id, role }) => [id, roleOf(role)]))
  return new Set(sessions.flatMap(({ sessionId, role }) => (roles.get(sessionId) === role ? [sessionId] : [])))
}

/**
 * Lets one transaction at a time decide who is signed in to an account: starting a session, ending all of them, and
 * changing what a session takes. Held until the transaction ends.
 */
export async function lockAccount(tx: Db, userId: string): Promise<void> {
  await tx.selectFrom('credentials').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
}

/**
 * Starts a session and returns what its cookie carries; of too many the longest unused one ends. In a transaction, so that
 * they are counted one after the other.
 */
export async function createSession(
  tx: Db,
  session: { userId: string; ipAddress: string; userAgent: string },
): Promise<{ id: string; cookie: string }> {
  const token = createToken(session.userId)
  await lockAccount(tx, session.userId)
  const { id } = await tx
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
  await deleteUnused(tx, { userId: session.userId, id })
  return { id, cookie: token.text }
}

/** Who calls, in which session, and as what. */
export interface SessionOwner {
  userId: string
  sessionId: string
  role: 'member' | 'admin'
}

/**
 * Refuses unless somebody is still signed in as they were when their call began, and lets nothing end the session until the
 * transaction ends. Comes after every lock that the transaction waits for.
 */
export async function judgeCaller(
  tx: Db,
  { userId, sessionId, role }: SessionOwner,
  mustEnrol: boolean,
): Promise<void> {
  const name = role === 'admin' ? 'admin' : 'user'
  try {
    await sql`select ledger.judge_caller(${userId}::uuid, ${sessionId}::uuid, ${name}::text, ${mustEnrol}::boolean)`.execute(
      tx,
    )
  } catch (error) {
    throw refusalOf(error) ?? error
  }
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

/** Ends a session. Says whether there was one. */
export async function deleteSession(db: Db, session: { userId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', session.userId)
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends every session of an account but this one, and says how many could have been used. */
export async function deleteOtherSessions(db: Db, session: { userId: string; id: string }): Promise<number> {
  const ended = await db
    .deleteFrom('sessions as s')
    .where('s.user_id', '=', session.userId)
    .where('s.id', '<>', session.id)
    .returning(isHeld.as('was_held'))
    .execute()
  return ended.filter(({ was_held }) => was_held).length
}

/** Removes a person's sessions that ended by themselves; nobody can use them, they only take room. */
export async function deleteEndedSessions(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('sessions as s')
    .where('s.user_id', '=', userId)
    .where(sql<boolean>`not (${isHeld})`)
    .execute()
}

/** Of all but the newest, keeps those used last. */
async function deleteUnused(tx: Db, newest: { userId: string; id: string }): Promise<void> {
  const unused = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', newest.userId)
    .where('id', '<>', newest.id)
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .offset(sessionsMax - 1)
  await tx.deleteFrom('sessions').where('user_id', '=', newest.userId).where('id', 'in', unused).execute()
}

function roleOf(role: 'user' | 'admin'): 'member' | 'admin' {
  return role === 'admin' ? 'admin' : 'member'
}
