import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { sql } from 'kysely'
import type { PasskeyAssertion } from '../../../contract/passkey-answers.ts'
import type { Db } from '../../platform/db/client.ts'
import { consumeChallenge, type ChallengePurpose } from './challenges.ts'

export interface PasskeyDeps {
  db: Db
  config: { publicUrl: string }
}

/** The site that a passkey is for. An authenticator signs for no other. */
export function readSite({ publicUrl }: { publicUrl: string }): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

/** A use of a passkey: the account that it has to open, and the signed challenge. */
export interface PasskeyUse {
  userId: string
  purpose: ChallengePurpose
  assertion: PasskeyAssertion
  /** True if the authenticator must have verified its user, by a PIN or a fingerprint. */
  mustVerifyUser: boolean
}

/**
 * Returns the id of the account's passkey that signed the challenge, or undefined. The challenge is used up in any case,
 * so no caller tries twice with one. The count of uses must grow, or another device may hold a copy of the key.
 */
export async function usePasskey(
  { db, config }: PasskeyDeps,
  { userId, purpose, assertion, mustVerifyUser }: PasskeyUse,
): Promise<string | undefined> {
  const challenge = readChallenge(assertion.client_data)
  if (challenge === undefined || !(await consumeChallenge(db, challenge, purpose))) return undefined
  const passkey = await findPasskey(db, userId, assertion.id)
  if (!passkey) return undefined
  const { rpId, origin } = readSite(config)
  const verified = await verifyAuthenticationResponse({
    response: toResponse(assertion),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: mustVerifyUser,
    // The library throws for what an authenticator must not answer, as it does for a wrong signature in some forms.
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  return noteUse(db, { userId, id: passkey.id, counter: verified.authenticationInfo.newCounter })
}

/** Finds the passkey of an account by the id that the authenticator gave to it. */
export async function findPasskey(db: Db, userId: string, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'counter'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst()
}

/** Returns the challenge that was signed. Returns undefined for a text of another form. */
export function readChallenge(clientData: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientData)
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Stores the count of uses. Of two uses with one count, the second finds it stored. */
async function noteUse(
  db: Db,
  { userId, id, counter }: { userId: string; id: string; counter: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter: String(counter), last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter, ${counter}) = (0, 0))`)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

function toResponse({ id, client_data, authenticator_data, signature, user_handle }: PasskeyAssertion) {
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: client_data,
      authenticatorData: authenticator_data,
      signature,
      ...(user_handle !== undefined && { userHandle: user_handle }),
    },
  }
}
