import type * as z from 'zod/mini'
import type { sessionAnswer, signInBody } from '../../contract/auth.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { createSession, deleteEndedSessions, deleteSession, findSession } from '../db/sessions.ts'
import { findProfile } from '../members/members.ts'
import { verifyPassword } from './passwords.ts'

type SessionAnswer = z.infer<typeof sessionAnswer>
interface Client {
  ipAddress: string
  userAgent: string
}
interface Account {
  id: string
  role: 'user' | 'admin'
  status: 'Active' | 'Inactive' | 'Suspended'
  password_hash: string
}

/**
 * Starts a session and returns what its cookie carries. An unknown address and a wrong password are told apart neither
 * by text nor by time: either costs a hash and a row. The session of the cookie that came along ends: whoever planted it has nothing.
 */
export async function signIn(
  db: Db,
  form: z.output<typeof signInBody>,
  client: Client,
  oldCookie: string | undefined,
): Promise<{ cookie: string; answer: SessionAnswer }> {
  const account = await findAccount(db, form.email)
  const isRight = await verifyPassword(account?.password_hash, form.password)
  if (!account || !isRight) {
    if (account) await recordLogin(db, account.id, 'failed', client)
    else await recordAudit(db, { action: 'sign_in_refused', actorId: null, ipAddress: client.ipAddress })
    throw new Refusal('sign_in_failed')
  }
  const refusal = refusalFor(account, form.portal)
  if (refusal) {
    await recordLogin(db, account.id, 'blocked', client)
    throw refusal
  }
  const old = await findSession(db, oldCookie)
  const session = await db.transaction().execute(async (tx) => {
    if (old) await deleteSession(tx, old)
    await deleteEndedSessions(tx, account.id)
    await recordLogin(tx, account.id, 'success', client)
    return createSession(tx, { userId: account.id, ...client })
  })
  return { cookie: session.cookie, answer: await readSession(db, { userId: account.id, sessionId: session.id }) }
}

export async function signOut(db: Db, caller: { userId: string; sessionId: string }): Promise<void> {
  await deleteSession(db, { userId: caller.userId, id: caller.sessionId })
}

/** The session as the browser may know it; the tokens stay in the cookie. */
export async function readSession(
  db: Db,
  caller: { userId: string; sessionId: string } | undefined,
): Promise<SessionAnswer> {
  if (!caller) return { session: null, isAuthenticated: false, isAdmin: false }
  const [row, profile, ownPackage] = await Promise.all([
    db
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_id', '=', caller.userId)
      .where('id', '=', caller.sessionId)
      .executeTakeFirst(),
    findProfile(db, caller.userId),
    findOwnPackage(db, caller.userId),
  ])
  if (!row || !profile) return { session: null, isAuthenticated: false, isAdmin: false }
  const user = { id: profile.id, email: profile.email, role: profile.role }
  return {
    session: {
      access_token: null,
      refresh_token: null,
      expires_at: row.expires_at,
      user,
      profile,
      package: ownPackage ?? null,
      two_factor: { is_on: false, is_required: false },
    },
    isAuthenticated: true,
    isAdmin: profile.role === 'admin',
  }
}

async function findOwnPackage(db: Db, userId: string) {
  return db
    .selectFrom('profiles as p')
    .innerJoin('packages as k', 'k.id', 'p.package_id')
    .select(['k.package_name', 'k.icon'])
    .where('p.id', '=', userId)
    .executeTakeFirst()
}

function refusalFor(account: Account, portal: 'member' | 'admin'): Refusal | undefined {
  if (account.status === 'Suspended') return new Refusal('account_suspended')
  if (account.status === 'Inactive') return new Refusal('account_inactive')
  if (account.role === 'admin' && portal === 'member') return new Refusal('admin_login_required')
  return undefined
}

async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.id', 'p.role', 'p.status', 'c.password_hash'])
    .where('p.email', '=', email)
    .executeTakeFirst()
}

async function recordLogin(
  db: Db,
  userId: string,
  status: 'success' | 'failed' | 'blocked',
  client: Client,
): Promise<void> {
  await db
    .insertInto('login_history')
    .values({ user_id: userId, status, ip_address: client.ipAddress, user_agent: client.userAgent })
    .execute()
}
