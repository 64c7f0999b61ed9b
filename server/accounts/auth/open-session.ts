import { inTransaction } from '../../platform/db/transaction.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { createSession, deleteEndedSessions, deleteSession, findSession } from '../../platform/sessions.ts'
import { ipNetworkOf } from '../../platform/ip-network.ts'
import { newDeviceMail } from '../holds/mails.ts'
import type { TwoFactorDeps } from '../two-factor/two-factor.ts'
import { storeAccountLanguage } from './account-language.ts'
import { rememberDevice } from './devices.ts'
import { readSession, type OwnSessionDeps, type SessionAnswer } from './own-session.ts'

/** A browser that signs in, with its cookies. */
export interface Client {
  ipAddress: string
  userAgent: string
  sessionCookie: string | undefined
  deviceCookie: string | undefined
  /** The secret of this attempt to sign in, to which the challenge for a passkey is bound. */
  attempt: string | undefined
  /** The language of the page. */
  language: string
}

/** The values of the cookies of a browser that has signed in, and its answer. */
export interface SignedIn {
  cookie: string
  device: string
  answer: SessionAnswer
}

export interface OpenSessionDeps extends OwnSessionDeps, TwoFactorDeps {}

/**
 * Starts a session for an account that has proved who it is. `checkUnchanged` refuses, under the account's lock, if what
 * was checked has changed meanwhile.
 */
export async function openSession(
  deps: OpenSessionDeps,
  account: { id: string; role: 'user' | 'admin' },
  client: Client,
  checkUnchanged: (tx: Tx) => Promise<void>,
): Promise<SignedIn> {
  const { db, events } = deps
  const old = await findSession(db, client.sessionCookie)
  const { session, device } = await inTransaction(db, async (tx) => {
    await checkUnchanged(tx)
    // Ends the session of the cookie that the browser brought. An attacker may have planted it.
    if (old) await deleteSession(tx, old)
    await deleteEndedSessions(tx, account.id)
    await recordLogin(tx, account.id, 'success', client)
    await storeAccountLanguage(tx, account.id, client.language)
    const browser = await rememberDevice(tx, account.id, browserOf(client))
    if (browser.isNew) {
      await deps.mailOwner(tx, account.id, (translator) => newDeviceMail(translator, { ...client, role: account.role }))
    }
    return { session: await createSession(tx, { userId: account.id, ...client }), device: browser.cookie }
  })
  if (old) events.publish({ topics: ['session'], userIds: [old.userId] })
  const answer = await readSession(deps, { userId: account.id, sessionId: session.id })
  return { cookie: session.cookie, device, answer }
}

export function browserOf({ deviceCookie, ipAddress }: Pick<Client, 'deviceCookie' | 'ipAddress'>) {
  return { deviceCookie, network: ipNetworkOf(ipAddress) }
}

/** Writes a line of the account's login history. */
export async function recordLogin(
  db: Db,
  userId: string,
  status: 'success' | 'failed' | 'blocked',
  client: Pick<Client, 'ipAddress' | 'userAgent'>,
): Promise<void> {
  await db
    .insertInto('login_history')
    .values({ user_id: userId, status, ip_address: client.ipAddress, user_agent: client.userAgent })
    .execute()
}
