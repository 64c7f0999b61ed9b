import type * as z from 'zod/mini'
import type { signInBody } from '../../../contract/auth-bodies.ts'
import { recordActionWithoutChange } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createSession, deleteEndedSessions, deleteSession, findSession, lockAccount } from '../../platform/sessions.ts'
import { refuseUnlessTaken, type Limits } from '../../platform/rate-limits/rate-limits.ts'
import { ipNetworkOf } from '../../platform/ip-network.ts'
import { newDeviceMail } from '../holds/mails.ts'
import { consumeCode, type TwoFactorDeps } from '../two-factor/two-factor.ts'
import { storeAccountLanguage } from './account-language.ts'
import { findKnownDevice, rememberDevice } from './devices.ts'
import { readSession, type OwnSessionDeps, type SessionAnswer } from './own-session.ts'
import { verifyPassword } from './passwords.ts'

/** A browser that signs in, with its cookies. */
interface Client {
  ipAddress: string
  userAgent: string
  sessionCookie: string | undefined
  deviceCookie: string | undefined
  /** The language of the page. */
  language: string
}
type Origin = Pick<Client, 'ipAddress' | 'userAgent'>
export interface SignInDeps extends OwnSessionDeps, TwoFactorDeps {
  limits: Limits
}
interface Account {
  id: string
  role: 'user' | 'admin'
  status: 'Active' | 'Inactive' | 'Suspended'
  password_hash: string
  email_confirmed_at: string | null
  /** The time at which the second factor was set up; null without one. */
  two_factor_at: string | null
}

/**
 * Starts a session and returns the values of its cookies. An unknown address and a wrong password give the same text in
 * the same time: each costs the same queries, one hash and one row.
 */
export async function signIn(
  deps: SignInDeps,
  form: z.output<typeof signInBody>,
  client: Client,
): Promise<{ cookie: string; device: string; answer: SessionAnswer }> {
  const { db, events, limits } = deps
  const { account, subject, place } = await checkPassword(deps, form, client)
  const refusal = refusalFor(account, form.portal)
  if (refusal) {
    await recordLogin(db, account.id, 'blocked', client)
    throw refusal
  }
  if (account.two_factor_at !== null) await checkCode(deps, { account, subject, place, client, code: form.code })
  await limits.giveBack('sign_in_account', subject)
  const old = await findSession(db, client.sessionCookie)
  const { session, device } = await inTransaction(db, async (tx) => {
    await checkUnchanged(tx, form.email, account)
    // Ends the session of the cookie that the browser brought. An attacker may have planted it.
    if (old) await deleteSession(tx, old)
    await deleteEndedSessions(tx, account.id)
    await recordLogin(tx, account.id, 'success', client)
    await storeAccountLanguage(tx, account.id, client.language)
    const browser = await rememberDevice(tx, account.id, browserOf(client))
    if (browser.isNew && account.role === 'user') {
      await deps.mailOwner(tx, account.id, (translator) => newDeviceMail(translator, client))
    }
    return { session: await createSession(tx, { userId: account.id, ...client }), device: browser.cookie }
  })
  if (old) events.publish({ topics: ['session'], userIds: [old.userId] })
  const answer = await readSession(deps, { userId: account.id, sessionId: session.id })
  return { cookie: session.cookie, device, answer }
}

/**
 * Returns the account that the password belongs to, or refuses. Every attempt is recorded, also one that a limit
 * refuses. `subject` is the key under which attempts are counted; `place` names a known browser or network, if this is
 * one.
 */
export async function checkPassword(
  { db, limits }: Pick<SignInDeps, 'db' | 'limits'>,
  form: { email: string; password: string },
  client: Pick<Client, 'ipAddress' | 'userAgent' | 'deviceCookie'>,
): Promise<{ account: Account; subject: string; place: string | undefined }> {
  const account = await findAccount(db, form.email)
  const place = await findKnownDevice(db, account?.id, browserOf(client))
  // Attempts from a known place are counted apart, so strangers who guess passwords do not lock the owner out.
  const subject = place ? `${account?.id} ${place}` : form.email
  const verdict = await limits.tryTakeWithWait('sign_in_account', subject)
  if (!verdict.isTaken) await recordRefusal(db, account, 'blocked', client)
  refuseUnlessTaken(verdict)
  if ((await verifyPassword(account?.password_hash, form.password)) && account) return { account, subject, place }
  await recordRefusal(db, account, 'failed', client)
  throw new Refusal('sign_in_failed')
}

function browserOf({ deviceCookie, ipAddress }: Pick<Client, 'deviceCookie' | 'ipAddress'>) {
  return { deviceCookie, network: ipNetworkOf(ipAddress) }
}

/**
 * Checks the second factor, only after the password was right. Between the two steps the server keeps no session. The
 * browser sends the form again with the code, so no half-open session can be mistaken for a full one.
 */
async function checkCode(
  deps: SignInDeps,
  attempt: {
    account: Account
    subject: string
    place: string | undefined
    client: Client
    code: string | undefined
  },
): Promise<void> {
  const { account, subject, place, client, code } = attempt
  if (code === undefined) {
    await deps.limits.giveBack('sign_in_account', subject)
    // The first of two steps. A thief with the password may stop here, so it is recorded.
    await recordLogin(deps.db, account.id, 'blocked', client)
    throw new Refusal('code_required')
  }
  // Guesses are counted per place. So strangers who have the password do not use up the tries of the owner's browsers
  // or of a step-up.
  const guesser = `${place ?? 'sign-in'} ${account.id}`
  const owner = { userId: account.id, ipAddress: client.ipAddress }
  const isRight = await deps.limits
    .checkGuess(guesser, async () => consumeCode(deps, owner, code))
    .catch(async (error: unknown) => {
      const isBlocked = error instanceof Refusal && error.code === 'too_many_requests'
      if (isBlocked) await recordLogin(deps.db, account.id, 'blocked', client)
      throw error
    })
  if (isRight) return
  await recordLogin(deps.db, account.id, 'failed', client)
  throw new Refusal('code_wrong', { field: 'code' })
}

/** Refuses if the password, the status or the second factor has changed since they were checked. */
async function checkUnchanged(tx: Tx, email: string, checked: Account): Promise<void> {
  await lockAccount(tx, checked.id)
  const now = await findAccount(tx, email)
  const isSame =
    now?.password_hash === checked.password_hash &&
    now.status === checked.status &&
    now.two_factor_at === checked.two_factor_at
  if (!isSame) throw new Refusal('sign_in_failed')
}

export function refusalFor(account: Account, portal: 'member' | 'admin'): Refusal | undefined {
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
    .leftJoin('two_factor as f', 'f.user_id', 'p.id')
    .select(['p.id', 'p.role', 'p.status', 'c.password_hash', 'c.email_confirmed_at'])
    .select('f.enabled_at as two_factor_at')
    .where('p.email', '=', email)
    .executeTakeFirst()
}

/** Writes one row in either case, so that an unknown address takes as long as a known one. */
async function recordRefusal(
  db: Db,
  account: Account | undefined,
  status: 'failed' | 'blocked',
  client: Origin,
): Promise<void> {
  if (account) await recordLogin(db, account.id, status, client)
  else await recordActionWithoutChange(db, { action: 'sign_in_refused', actorId: null, ipAddress: client.ipAddress })
}

async function recordLogin(
  db: Db,
  userId: string,
  status: 'success' | 'failed' | 'blocked',
  client: Origin,
): Promise<void> {
  await db
    .insertInto('login_history')
    .values({ user_id: userId, status, ip_address: client.ipAddress, user_agent: client.userAgent })
    .execute()
}
