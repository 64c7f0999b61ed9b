import { sql } from 'kysely'
import type { Duty } from '../../contract/roles.ts'
import { sessionsMax } from '../../contract/sessions.ts'
import type { Db, Tx } from './db/client.ts'
import { hot } from './db/prepared.ts'
import { runFunction } from './db/run-function.ts'
import { createToken, readToken } from './db/secret-token.ts'

/** A session ends after so much time without activity, and after so many hours in any case, by the database's clock. */
export const sessionIdleMinutes = 6
export const sessionMaxHours = 12
// Each session's activity is written at most this often.
const renewAfterSeconds = 30

/** The address and the network to which the withdrawals of a person are paid, by the profile and the settings of the moment. */
export interface PayoutTarget {
  /** Null if the person has no address. */
  address: string | null
  network: string
}

export interface LiveSession {
  id: string
  userId: string
  role: 'member' | 'admin'
  /** Null for a member. */
  duty: Duty | null
  hasTwoFactor: boolean
  /** True if the session was not renewed for a while, so that its activity should be recorded. */
  isRenewable: boolean
  /** It is read along, so that a withdrawal needs no further statement. */
  payoutTarget: PayoutTarget
}

/** True for a row of sessions, named s, that has neither ended nor been idle for too long. */
export const isUnexpired = sql<boolean>`s.expires_at > now() and s.last_active_at > now() - make_interval(mins => ${sessionIdleMinutes})`
const hasTwoFactor = sql<boolean>`has_two_factor(s.user_id)`

/**
 * Returns the session of a cookie, if it has not ended or been idle for too long, and its account is active. The role,
 * the duty and the second factor are the present ones.
 */
export async function findSession(db: Db, cookie: string | undefined): Promise<LiveSession | undefined> {
  const token = readToken(cookie)
  if (!token) return undefined
  const row = await db
    .selectFrom('sessions as s')
    .modifyFront(hot('find_session'))
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .innerJoin('settings as c', (join) => join.onTrue())
    .select(['s.id', 's.user_id', 'p.role', 'p.duty', 'p.wallet_address', 'c.deposit_network'])
    .select(sql<boolean>`s.last_active_at < now() - make_interval(secs => ${renewAfterSeconds})`.as('is_renewable'))
    .select(hasTwoFactor.as('has_two_factor'))
    .where('s.user_id', '=', token.userId)
    .where('s.token_hash', '=', token.hash)
    .where('p.status', '=', 'Active')
    .where(isUnexpired)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    userId: row.user_id,
    role: roleOf(row.role),
    duty: row.duty,
    hasTwoFactor: row.has_two_factor,
    isRenewable: row.is_renewable,
    payoutTarget: { address: row.wallet_address, network: row.deposit_network },
  }
}

/**
 * Returns the ids of the sessions that may still be used. Each account must be active with the same role and, where
 * administrators must have a second factor, with one. One query serves all open streams of a server. It does not count
 * as activity.
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
    .where(isUnexpired)
    .execute()
  const usable = rows.filter((row) => row.has_two_factor || row.role !== 'admin' || !mustAdminsEnrol)
  const roles = new Map(usable.map(({ id, role }) => [id, roleOf(role)]))
  return new Set(sessions.flatMap(({ sessionId, role }) => (roles.get(sessionId) === role ? [sessionId] : [])))
}

/**
 * Locks an account until the transaction ends. Transactions that start sessions, end all of them or change what a
 * sign-in needs then run one after the other.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('credentials').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
}

/**
 * Starts a session and returns the value of its cookie. If the account has too many, the longest unused one ends. It
 * must run in a transaction, so that sessions of one account are counted one after the other.
 */
export async function createSession(
  tx: Tx,
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
      expires_at: sql`now() + make_interval(hours => ${sessionMaxHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteUnused(tx, { userId: session.userId, id })
  return { id, cookie: token.text }
}

/** A signed-in caller: the person, the session and the role. */
export interface SessionOwner {
  userId: string
  sessionId: string
  role: 'member' | 'admin'
}

/** A signed-in caller with the token of the session, for functions of the database that judge the caller themselves. */
export interface TokenOwner extends SessionOwner {
  token: string
  /** Null for a member. */
  duty: Duty | null
}

/**
 * Refuses if the caller is no longer signed in as when the call began, or has none of the duties that the call needs of
 * an administrator. Otherwise it prevents the end of the session until the transaction ends. A caller must take all its
 * other locks before.
 */
export async function recheckCaller(
  tx: Tx,
  { userId, sessionId, role }: SessionOwner,
  mustEnrol: boolean,
  duties: readonly Duty[] | null = null,
): Promise<void> {
  const name = role === 'admin' ? 'admin' : 'user'
  await runFunction(
    tx,
    sql`${hot('judge_caller')} select ledger.judge_caller(${userId}::uuid, ${sessionId}::uuid, ${name}::text, ${mustEnrol}::boolean,
      ${duties}::text[])`,
  )
}

type SessionKey = Pick<LiveSession, 'userId' | 'id'>

/** Records activity of these sessions, which postpones their idle end. One that is being ended is left out. */
async function renewSessions(db: Db, sessions: readonly SessionKey[]): Promise<void> {
  await sql`
    update sessions s set last_active_at = now()
      from (select user_id, id from sessions
             where (user_id, id) in (select unnest(${sessions.map(({ userId }) => userId)}::uuid[]),
                                            unnest(${sessions.map(({ id }) => id)}::uuid[]))
             order by user_id, id for no key update skip locked) active
     where s.user_id = active.user_id and s.id = active.id`.execute(db)
}

export interface Renewals {
  /** Notes activity of a session that was just found alive. It is recorded at once, and the call does not wait. */
  add(session: SessionKey): void
  /** Waits until all is recorded. */
  finish(): Promise<void>
}

/** Creates the record of activity. Sessions that are noted while the record is written go together into the next one. */
export function createRenewals(db: Db, onError: (error: unknown) => void): Renewals {
  let noted = new Map<string, SessionKey>()
  let writing: Promise<void> | undefined
  const write = async () => {
    while (noted.size > 0) {
      const sessions = [...noted.values()]
      noted = new Map()
      await renewSessions(db, sessions).catch(onError)
    }
    writing = undefined
  }
  return {
    add(session) {
      noted.set(session.id, session)
      writing ??= write()
    },
    finish: async () => writing,
  }
}

/** Ends a session. Returns true if it existed. */
export async function deleteSession(db: Db, session: { userId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', session.userId)
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends every other session of an account, and returns how many of them could still be used. */
export async function deleteOtherSessions(tx: Tx, session: { userId: string; id: string }): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions as s')
    .where('s.user_id', '=', session.userId)
    .where('s.id', '<>', session.id)
    .returning(isUnexpired.as('was_unexpired'))
    .execute()
  return ended.filter(({ was_unexpired }) => was_unexpired).length
}

/** Removes a person's expired sessions, which only take room. */
export async function deleteEndedSessions(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('sessions as s')
    .where('s.user_id', '=', userId)
    .where(sql<boolean>`not (${isUnexpired})`)
    .execute()
}

/** Deletes sessions beyond the limit. It keeps the newest one, and then those that were used last. */
async function deleteUnused(tx: Tx, newest: { userId: string; id: string }): Promise<void> {
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
