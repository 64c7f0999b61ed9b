import type * as z from 'zod/mini'
import type { signInBody } from '../../../contract/auth-bodies.ts'
import type { PasskeyAssertion } from '../../../contract/passkey-answers.ts'
import { recordActionWithoutChange } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { lockAccount } from '../../platform/sessions.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import { usePasskey } from '../passkeys/use-passkey.ts'
import { consumeCode } from '../two-factor/two-factor.ts'
import { findAccount, isSameAccount, type Account } from './account.ts'
import { findKnownDevice } from './devices.ts'
import {
  browserOf,
  openSession,
  recordLogin,
  type Client,
  type OpenSessionDeps,
  type SignedIn,
} from './open-session.ts'
import { guessPassword, limitPlace, takeSession } from './sign-in-limits.ts'

type Origin = Pick<Client, 'ipAddress' | 'userAgent'>
export interface SignInDeps extends OpenSessionDeps {
  limits: Limits
  config: { publicUrl: string }
}

type Form = z.output<typeof signInBody>

/**
 * Starts a session and returns the values of its cookies. An unknown address and a wrong password give the same text in
 * the same time: each costs the same queries, one hash and one row.
 */
export async function signIn(deps: SignInDeps, form: Form, client: Client): Promise<SignedIn> {
  return limitPlace(deps, form.email, client, async () => enter(deps, form, client))
}

async function enter(deps: SignInDeps, form: Form, client: Client): Promise<SignedIn> {
  const { db, limits } = deps
  const { account, subject, place } = await checkPassword(deps, form, client)
  const refusal = refusalFor(account, form.portal)
  if (refusal) {
    await recordLogin(db, account.id, 'blocked', client)
    throw refusal
  }
  await takeSession(deps, account.id, place, client)
  const { code, passkey } = form
  if (account.factors.length > 0) await checkSecondFactor(deps, { account, subject, place, client, code, passkey })
  await limits.giveBack('sign_in_account', subject)
  return openSession(deps, account, client, async (tx) => checkUnchanged(tx, account))
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
  const account = await findAccount(db, { email: form.email })
  const place = await findKnownDevice(db, account?.id, browserOf(client))
  const { email, password } = form
  const guess = { account, email, password, place, ipAddress: client.ipAddress }
  const { subject, isRight, blocked } = await guessPassword(limits, guess)
  if (isRight && account) return { account, subject, place }
  await recordRefusal(db, account, blocked ? 'blocked' : 'failed', client)
  throw blocked ?? new Refusal('sign_in_failed')
}

interface Attempt {
  account: Account
  subject: string
  place: string | undefined
  client: Client
  code: string | undefined
  passkey: PasskeyAssertion | undefined
}

/**
 * Checks the second factor, only after the password was right. Between the two steps the server keeps no session. The
 * browser sends the form again with the code or the passkey, so no half-open session can be mistaken for a full one.
 */
async function checkSecondFactor(deps: SignInDeps, attempt: Attempt): Promise<void> {
  const { account, subject, place, client, code, passkey } = attempt
  if (code === undefined && passkey === undefined) {
    await deps.limits.giveBack('sign_in_account', subject)
    // The first of two steps. A thief with the password may stop here, so it is recorded.
    await recordLogin(deps.db, account.id, 'blocked', client)
    throw new Refusal('code_required', { factors: account.factors })
  }
  // Guesses are counted per place. So strangers who have the password do not use up the tries of the owner's browsers
  // or of a step-up.
  const guesser = `${place ?? 'sign-in'} ${account.id}`
  const isRight = await deps.limits
    .checkGuess(guesser, async () => isFactorRight(deps, attempt))
    .catch(async (error: unknown) => {
      const isBlocked = error instanceof Refusal && error.code === 'too_many_requests'
      if (isBlocked) await recordLogin(deps.db, account.id, 'blocked', client)
      throw error
    })
  if (isRight) return
  await recordLogin(deps.db, account.id, 'failed', client)
  throw passkey ? new Refusal('passkey_wrong') : new Refusal('code_wrong', { field: 'code' })
}

async function isFactorRight(deps: SignInDeps, { account, client, code, passkey }: Attempt): Promise<boolean> {
  if (passkey === undefined) return consumeCode(deps, { userId: account.id, ipAddress: client.ipAddress }, code ?? '')
  const used = await usePasskey(deps, {
    userId: account.id,
    purpose: { for: 'sign_in', attempt: client.attempt ?? '' },
    assertion: passkey,
    mustVerifyUser: account.role === 'admin',
  })
  return used !== undefined
}

/** Refuses if the password, the status or a second factor has changed since they were checked. */
export async function checkUnchanged(tx: Tx, checked: Account): Promise<void> {
  await lockAccount(tx, checked.id)
  const now = await findAccount(tx, { id: checked.id })
  if (!now || !isSameAccount(now, checked)) throw new Refusal('sign_in_failed')
}

export function refusalFor(account: Account, portal: 'member' | 'admin'): Refusal | undefined {
  if (account.status === 'Suspended') return new Refusal('account_suspended')
  if (account.status === 'Inactive') {
    return new Refusal(account.email_confirmed_at === null ? 'account_inactive' : 'account_deactivated')
  }
  if (account.role === 'admin' && portal === 'member') return new Refusal('admin_login_required')
  return undefined
}

/** Writes one row in either case, so that an unknown address takes as long as a known one. */
export async function recordRefusal(
  db: Db,
  account: Account | undefined,
  status: 'failed' | 'blocked',
  client: Origin,
): Promise<void> {
  if (account) await recordLogin(db, account.id, status, client)
  else await recordActionWithoutChange(db, { action: 'sign_in_refused', actorId: null, ipAddress: client.ipAddress })
}
