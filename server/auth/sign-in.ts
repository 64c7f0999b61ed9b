import type * as z from 'zod/mini'
import type { sessionAnswer, signInBody } from '../../contract/auth.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { createSession, deleteEndedSessions, deleteSession, findSession } from '../db/sessions.ts'
import { refuseUnlessTaken, type Limits } from '../limits/limits.ts'
import { findProfile } from '../members/members.ts'
import { networkOf } from '../network/network.ts'
import { findKnownPlace, rememberDevice } from './devices.ts'
import { verifyPassword } from './passwords.ts'

type SessionAnswer = z.infer<typeof sessionAnswer>
/** A browser that comes to sign in, with the cookies that it brings. */
interface Client {
  ipAddress: string
  userAgent: string
  sessionCookie: string | undefined
  deviceCookie: string | undefined
}
interface SignInDeps {
  db: Db
  limits: Limits
}
interface Account {
  id: string
  role: 'user' | 'admin'
  status: 'Active' | 'Inactive' | 'Suspended'
  password_hash: string
  email_confirmed_at: string | null
}

/**
 * Starts a session and returns what its cookies carry. An unknown address and a wrong password are told apart neither by
 * text nor by time: either costs the same queries, a hash and a row.
 */
export async function signIn(
  { db, limits }: SignInDeps,
  form: z.output<typeof signInBody>,
  client: Client,
): Promise<{ cookie: string; device: string; answer: SessionAnswer }> {
  const account = await findAccount(db, form.email)
  const browser = { deviceCookie: client.deviceCookie, network: networkOf(client.ipAddress) }
  const place = await findKnownPlace(db, account?.id, browser)
  // Where the account is known its attempts are counted apart: strangers who try its passwords do not shut its owner out.
  const subject = place ? `${account?.id} ${place}` : form.email
  await takeAttempt({ db, limits }, { account, subject, client })
  if (!(await verifyPassword(account?.password_hash, form.password)) || !account) {
    await recordRefusal(db, account, 'failed', client)
    throw new Refusal('sign_in_failed')
  }
  const refusal = refusalFor(account, form.portal)
  if (refusal) {
    await recordLogin(db, account.id, 'blocked', client)
    throw refusal
  }
  await limits.giveBack('sign_in_account', subject)
  const old = await findSession(db, client.sessionCookie)
  const { session, device } = await db.transaction().execute(async (tx) => {
    // Whoever planted the session that came along has nothing of it.
    if (old) await deleteSession(tx, old)
    await deleteEndedSessions(tx, account.id)
    await recordLogin(tx, account.id, 'success', client)
    return {
      session: await createSession(tx, { userId: account.id, ...client }),
      device: await rememberDevice(tx, account.id, browser),
    }
  })
  const answer = await readSession(db, { userId: account.id, sessionId: session.id })
  return { cookie: session.cookie, device, answer }
}

/** An account that is under attack is put on record as often as the database is asked, not at every attempt. */
async function takeAttempt(
  { db, limits }: SignInDeps,
  { account, subject, client }: { account: Account | undefined; subject: string; client: Client },
): Promise<void> {
  const verdict = await limits.judge('sign_in_account', subject)
  if (!verdict.isTaken && !verdict.isRepeated) await recordRefusal(db, account, 'blocked', client)
  refuseUnlessTaken(verdict)
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
  if (account.status === 'Inactive') {
    return new Refusal(account.email_confirmed_at === null ? 'account_inactive' : 'account_deactivated')
  }
  if (account.role === 'admin' && portal === 'member') return new Refusal('admin_login_required')
  return undefined
}

async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.id', 'p.role', 'p.status', 'c.password_hash', 'c.email_confirmed_at'])
    .where('p.email', '=', email)
    .executeTakeFirst()
}

/** One row either way, so that an unknown address takes no less time. */
async function recordRefusal(
  db: Db,
  account: Account | undefined,
  status: 'failed' | 'blocked',
  client: Client,
): Promise<void> {
  if (account) await recordLogin(db, account.id, status, client)
  else await recordAudit(db, { action: 'sign_in_refused', actorId: null, ipAddress: client.ipAddress })
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
