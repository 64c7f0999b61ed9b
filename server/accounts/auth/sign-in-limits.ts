import type { ErrorCode } from '../../../contract/errors.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { ipNetworkOf } from '../../platform/ip-network.ts'
import { refuseUnlessTaken, type Limits } from '../../platform/rate-limits/rate-limits.ts'
import { isBrowserOf, isKnownBrowser } from './devices.ts'
import { recordLogin, type Client } from './open-session.ts'
import { isHashingBusy, verifyPassword } from './passwords.ts'

interface Deps {
  db: Db
  limits: Limits
}

/** Refused attempts from one place count together, also those for different accounts. */
const countedRefusals: ReadonlySet<ErrorCode> = new Set([
  'sign_in_failed',
  'code_wrong',
  'passkey_wrong',
  'account_suspended',
  'account_inactive',
  'account_deactivated',
  'admin_login_required',
  // Each of these is recorded. Counting them here keeps one place from filling the record.
  'too_many_requests',
])

/**
 * Does the work of a sign-in within the limit of the place: a browser that the account knows, or else the network. So a
 * flood from a network, or of strangers from everywhere, keeps no member out who uses a known browser.
 */
export async function limitPlace<T>(
  { db, limits }: Deps,
  email: string,
  { deviceCookie, ipAddress }: Pick<Client, 'deviceCookie' | 'ipAddress'>,
  work: () => Promise<T>,
): Promise<T> {
  const isKnown = await isBrowserOf(db, email, deviceCookie)
  // A stranger would be refused at the password anyway, and this costs less.
  if (!isKnown && isHashingBusy()) throw new Refusal('server_busy')
  const place = isKnown ? `${email} ${deviceCookie}` : ipNetworkOf(ipAddress)
  return limits.countRefusals('sign_in_place', place, countedRefusals, work)
}

/** An attempt with a password. `place` names a known browser or network; `account` is undefined for an unknown address. */
interface Guess {
  account: { id: string; password_hash: string } | undefined
  email: string
  password: string
  place: string | undefined
  ipAddress: string
}

/**
 * Compares a password within the limits on guesses. Returns the subject under which the attempt counts, and the outcome:
 * `blocked` holds the refusal of a limit.
 */
export async function guessPassword(
  limits: Limits,
  { account, email, password, place, ipAddress }: Guess,
): Promise<{ subject: string; isRight: boolean; blocked?: Refusal }> {
  // Attempts from a known place are counted apart, so strangers who guess passwords do not lock the owner out.
  const subject = place ? `${account?.id} ${place}` : email
  const guesser = place ? subject : `${email} ${ipNetworkOf(ipAddress)}`
  try {
    await limits.take('sign_in_account', subject)
    await limits.take('sign_in_wrong', guesser)
  } catch (error) {
    if (error instanceof Refusal) return { subject, isRight: false, blocked: error }
    throw error
  }
  const lane = account && isKnownBrowser(place) ? ({ lane: 'known', accountId: account.id } as const) : undefined
  const isRight = await verifyPassword(account?.password_hash, password, lane).catch(async (error: unknown) => {
    // No password was compared. Only if too many others wait, that is no fault of the caller.
    if (error instanceof Refusal && error.code === 'too_many_requests') throw error
    await limits.giveBack('sign_in_account', subject)
    await limits.giveBack('sign_in_wrong', guesser)
    throw error
  })
  if (isRight) await limits.giveBack('sign_in_wrong', guesser)
  return { subject, isRight }
}

/**
 * Counts a sign-in that has proved the first factor, for most start a session. Each browser that the account knows has a
 * limit of its own, so a thief with the password does not keep the owner out.
 */
export async function takeSession(
  { db, limits }: Deps,
  accountId: string,
  place: string | undefined,
  client: Pick<Client, 'ipAddress' | 'userAgent'>,
): Promise<void> {
  const isKnown = isKnownBrowser(place)
  const own = await limits.tryTakeWithWait('session', isKnown ? `${accountId} ${place}` : accountId)
  const isNetworkAsked = own.isTaken && !isKnown
  const verdict = isNetworkAsked ? await limits.tryTakeWithWait('session_network', ipNetworkOf(client.ipAddress)) : own
  if (!verdict.isTaken) await recordLogin(db, accountId, 'blocked', client)
  refuseUnlessTaken(verdict)
}
