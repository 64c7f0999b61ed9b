import type * as z from 'zod/mini'
import type { assertionOptions, PasskeyAssertion } from '../../../contract/passkey-answers.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createSecret } from '../../platform/db/secret-token.ts'
import { challengeMs, createChallenge } from '../passkeys/challenges.ts'
import { findPasskey, readSite, usePasskey, type PasskeyDeps } from '../passkeys/use-passkey.ts'
import { findAccount, type Account } from './account.ts'
import { findKnownDevice } from './devices.ts'
import { browserOf, openSession, recordLogin, type Client, type SignedIn } from './open-session.ts'
import { takeSession } from './sign-in-limits.ts'
import { checkUnchanged, recordRefusal, refusalFor, type SignInDeps } from './sign-in.ts'

/**
 * Creates the challenge for a sign-in, and the secret of the attempt unless the browser has one. It names no passkeys, so
 * it reveals nothing about accounts: the browser offers those that it has for this site.
 */
export async function startPasskeySignIn(
  { db, config }: PasskeyDeps,
  attempt: string = createSecret().text,
): Promise<{ attempt: string; options: z.infer<typeof assertionOptions> }> {
  const challenge = await createChallenge(db, { for: 'sign_in', attempt })
  const { rpId } = readSite(config)
  return {
    attempt,
    options: { challenge, rpId, timeout: challengeMs, userVerification: 'required', allowCredentials: [] },
  }
}

/**
 * Starts a session with a passkey alone. It stands for the password and for the second factor, so the authenticator must
 * have verified its user.
 */
export async function signInWithPasskey(
  deps: SignInDeps,
  { portal, passkey }: { portal: 'member' | 'admin'; passkey: PasskeyAssertion },
  client: Client,
): Promise<SignedIn> {
  const account = await checkPasskey(deps, passkey, client)
  const refusal = refusalFor(account, portal)
  if (refusal) {
    await recordLogin(deps.db, account.id, 'blocked', client)
    throw refusal
  }
  const place = await findKnownDevice(deps.db, account.id, browserOf(client))
  await takeSession(deps, account.id, place, client)
  return openSession(deps, account, client, async (tx) => checkUnchanged(tx, account))
}

/** Returns the account that the passkey opens, or refuses. Every attempt is recorded. */
async function checkPasskey(deps: SignInDeps, assertion: PasskeyAssertion, client: Client): Promise<Account> {
  const { db, limits } = deps
  const userId = readUserHandle(assertion.user_handle)
  // The account is read first: a passkey that is removed meanwhile changes it, and the session is refused.
  const account = userId === undefined ? undefined : await findAccount(db, { id: userId })
  const passkey = account && (await findPasskey(db, account.id, assertion.id))
  // Only a device of the owner knows the id of a passkey. So strangers can neither fill the owner's history nor use up
  // the owner's tries.
  if (!account || !passkey) return refuse(deps, undefined, client)
  const use = {
    userId: account.id,
    purpose: { for: 'sign_in', attempt: client.attempt ?? '' },
    assertion,
    mustVerifyUser: true,
  } as const
  const isRight = await limits.checkGuess(
    `passkey ${passkey.id}`,
    async () => (await usePasskey(deps, use)) !== undefined,
  )
  return isRight ? account : refuse(deps, account, client)
}

async function refuse({ db }: SignInDeps, account: Account | undefined, client: Client): Promise<never> {
  await recordRefusal(db, account, 'failed', client)
  throw new Refusal('passkey_wrong')
}

/** Reads the id of the account that an authenticator keeps with a passkey. */
function readUserHandle(text = ''): string | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 16) return undefined
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
