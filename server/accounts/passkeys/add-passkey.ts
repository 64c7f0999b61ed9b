import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { passkeysMax } from '../../../contract/endpoints/passkeys.ts'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { NewPasskey } from '../../../contract/passkey-answers.ts'
import type { addPasskey as operation, startPasskey as start } from '../../../contract/passkeys.ts'
import { recordActionWithoutChange, recordAudit } from '../../platform/audit-trail.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { deleteOtherSessions, lockAccount } from '../../platform/sessions.ts'
import { hasTwoFactor, renewCodes, type TwoFactorDeps } from '../two-factor/two-factor.ts'
import { challengeMs, consumeChallenge, createChallenge } from './challenges.ts'
import { passkeyAddedMail } from './mails.ts'
import type { Caller, ChangeDeps } from './passkeys.ts'
import { readChallenge, readSite, type PasskeyDeps } from './use-passkey.ts'

// Ed25519, ECDSA on P-256 and RSA: what authenticators have.
const algorithms = [-8, -7, -257]

/** Creates the options by which a browser makes a passkey for the caller. The caller has proved afresh who they are. */
export async function startPasskey(
  { db, config, write }: PasskeyDeps & Pick<ChangeDeps, 'write'>,
  caller: Caller,
): Promise<OutputOf<typeof start>> {
  const { userId, role, sessionId } = caller
  const [person, own] = await Promise.all([
    db.selectFrom('profiles').select(['email', 'full_name']).where('id', '=', userId).executeTakeFirstOrThrow(),
    db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute(),
  ])
  if (own.length >= passkeysMax) throw new Refusal('passkeys_full')
  const userVerification = role === 'admin' ? 'required' : 'preferred'
  const challenge = await write((tx) => createChallenge(tx, { for: 'passkey', sessionId }))
  const options = await generateRegistrationOptions({
    rpName: 'ET',
    rpID: readSite(config).rpId,
    userName: person.email,
    userDisplayName: person.full_name,
    userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
  })
  return {
    challenge: options.challenge,
    rp: { id: readSite(config).rpId, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: challengeMs,
    // An authenticator that has a passkey of this account makes no second one.
    excludeCredentials: own.map((row) => ({
      id: row.credential_id.toString('base64url'),
      type: 'public-key' as const,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
    attestation: 'none',
  }
}

/**
 * Adds a passkey that has signed the challenge of this session, and mails the owner. If it is the first second factor,
 * the other sessions end, because they have not shown one, and the answer has recovery codes.
 */
export async function addPasskey(
  deps: ChangeDeps & PasskeyDeps & TwoFactorDeps,
  caller: Caller,
  { name, passkey }: InputOf<typeof operation>['body'],
): Promise<OutputOf<typeof operation>> {
  const { events, mailOwner, write } = deps
  const { userId, ipAddress } = caller
  const key = await verifyNewPasskey(deps, caller, passkey)
  if (!key) throw await refuseNewPasskey(deps, caller)
  const recovery_codes = await write(async (tx) => {
    await lockAccount(tx, userId)
    const isFirst = !(await hasTwoFactor(tx, userId))
    const added = await tx
      .insertInto('passkeys')
      .values({ user_id: userId, name, ...key })
      .onConflict((conflict) => conflict.constraint('passkey_taken').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal('passkey_wrong')
    await recordAudit(tx, {
      action: 'passkey_added',
      actorId: userId,
      subjectId: userId,
      ipAddress,
      detail: { after: { name } },
    })
    await mailOwner(tx, userId, (translator) => passkeyAddedMail(translator, name))
    return isFirst ? enrol(deps, tx, caller) : []
  })
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
  return { recovery_codes }
}

/** Does what the first second factor of an account demands. Returns its recovery codes. */
async function enrol(deps: TwoFactorDeps, tx: Tx, { userId, sessionId }: Caller): Promise<string[]> {
  await deleteOtherSessions(tx, { userId, id: sessionId })
  // Proofs by the password alone are worth less than the proofs that the account needs from now on.
  await tx.deleteFrom('step_up_proofs').where('user_id', '=', userId).execute()
  return renewCodes(deps, tx, userId)
}

async function verifyNewPasskey({ db, config }: PasskeyDeps, { sessionId, role }: Caller, answer: NewPasskey) {
  const challenge = readChallenge(answer.client_data)
  if (challenge === undefined || !(await consumeChallenge(db, challenge, { for: 'passkey', sessionId })))
    return undefined
  const { rpId, origin } = readSite(config)
  const verified = await verifyRegistrationResponse({
    response: {
      id: answer.id,
      rawId: answer.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: answer.client_data, attestationObject: answer.attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: role === 'admin',
    supportedAlgorithmIDs: algorithms,
    // The library throws for what an authenticator must not answer.
  }).catch(() => undefined)
  if (!verified?.registrationInfo) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    counter: String(counter),
  }
}

async function refuseNewPasskey({ db }: PasskeyDeps, { userId, ipAddress }: Caller): Promise<Refusal> {
  await recordActionWithoutChange(db, {
    action: 'two_factor_refused',
    actorId: userId,
    subjectId: userId,
    ipAddress,
    detail: { for: 'passkey' },
  })
  return new Refusal('passkey_wrong')
}
