import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { StepUpAction } from '../../../contract/step-up.ts'
import type { PasskeyAssertion } from '../../../contract/passkey-answers.ts'
import type { SecondFactor } from '../../../contract/second-factors.ts'
import type { startPasskeyProof as startPasskeyProofOperation, stepUp } from '../../../contract/two-factor.ts'
import { recordActionWithoutChange } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createBoundSecret, readBoundSecret } from '../../platform/db/secret-token.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import { challengeMs, createChallenge } from '../passkeys/challenges.ts'
import { readSite, usePasskey, type PasskeyDeps } from '../passkeys/use-passkey.ts'
import { consumeAppCodeOnly, consumeCode, readFactors, type TwoFactorDeps } from '../two-factor/two-factor.ts'

export interface StepUpDeps extends TwoFactorDeps, PasskeyDeps {
  limits: Pick<Limits, 'checkGuess'>
  verifyPassword: (passwordHash: string | undefined, password: string, accountId: string) => Promise<boolean>
}

interface Owner {
  userId: string
  sessionId: string
}
interface Caller extends Owner {
  ipAddress: string
  role: 'member' | 'admin'
}
type Form = InputOf<typeof stepUp>['body']
/** A call by its name, as the refusal without a proof gives it, and by the kind of thing that it does. */
interface ProvenCall {
  action: StepUpAction
  name: string
}

const proofMinutes = 5

/**
 * Creates a challenge for the passkeys of the caller. It is bound to the session and to the very call, as the proof is that
 * the answer gives.
 */
export async function startPasskeyProof(
  { db, config, write }: StepUpDeps & { write: Write },
  { userId, sessionId, role }: Caller,
  call: string,
): Promise<OutputOf<typeof startPasskeyProofOperation>> {
  const own = await db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute()
  if (own.length === 0) throw new Refusal('two_factor_off')
  const challenge = await write((tx) => createChallenge(tx, { for: 'proof', sessionId, call }))
  return {
    challenge,
    rpId: readSite(config).rpId,
    timeout: challengeMs,
    userVerification: role === 'admin' ? 'required' : 'preferred',
    allowCredentials: own.map((row) => ({ id: row.credential_id.toString('base64url'), type: 'public-key' as const })),
  }
}

/**
 * Returns a proof for one call to a caller who enters the password or, where a second factor is on, a code of it, or who
 * uses a passkey.
 */
export async function issueProof(
  deps: StepUpDeps & { write: Write },
  caller: Caller,
  form: Form,
): Promise<OutputOf<typeof stepUp>> {
  const factors = await readFactors(deps.db, caller.userId)
  if (form.passkey) await checkPasskey(deps, caller, form, form.passkey)
  else if (factors.length > 0) await checkCode(deps, caller, form, factors)
  else await checkPassword(deps, caller, form)
  return deps.write((tx) => createProof(tx, caller, { action: form.action, name: form.call }))
}

/**
 * Uses up the proof that came with a call, and returns true. A proof counts once, for the one call and session that it was
 * created for, and for five minutes. Returns false for any other text.
 */
export async function consumeProof(
  db: Db,
  { userId, sessionId }: Owner,
  { action, name }: ProvenCall,
  proof: string,
): Promise<boolean> {
  const hash = readBoundSecret(proof, name)
  const taken =
    hash &&
    (await db
      .deleteFrom('step_up_proofs')
      .where('user_id', '=', userId)
      .where('session_id', '=', sessionId)
      .where('action', '=', action)
      .where('token_hash', '=', hash)
      .where('expires_at', '>', sql<string>`now()`)
      .returning('action')
      .executeTakeFirst())
  return taken !== undefined
}

async function checkPasskey(
  deps: StepUpDeps,
  caller: Caller,
  { action, call }: Form,
  assertion: PasskeyAssertion,
): Promise<void> {
  const { userId, sessionId, role } = caller
  const purpose = { for: 'proof', sessionId, call } as const
  const use = { userId, purpose, assertion, mustVerifyUser: role === 'admin' }
  if (await deps.limits.checkGuess(userId, async () => (await usePasskey(deps, use)) !== undefined)) return
  await recordRefusal(deps.db, caller, { for: action, with: 'passkey' })
  throw new Refusal('passkey_wrong')
}

async function checkCode(
  deps: StepUpDeps,
  caller: Caller,
  { action, code }: Form,
  factors: readonly SecondFactor[],
): Promise<void> {
  if (code === undefined) throw new Refusal('code_required', { factors })
  // The finder of one recovery code must not get ten.
  const consume = action === 'recovery_codes' ? consumeAppCodeOnly : consumeCode
  if (await deps.limits.checkGuess(caller.userId, async () => consume(deps, caller, code))) return
  await recordRefusal(deps.db, caller, { for: action, with: 'code' })
  throw new Refusal('code_wrong', { field: 'code' })
}

async function checkPassword(
  { db, limits, verifyPassword }: StepUpDeps,
  caller: Caller,
  { action, password }: Form,
): Promise<void> {
  if (password === undefined) {
    throw new Refusal('invalid_request', { fields: { password: { code: 'passwordRequired' } } })
  }
  const row = await db
    .selectFrom('credentials')
    .select('password_hash')
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (await limits.checkGuess(caller.userId, async () => verifyPassword(row?.password_hash, password, caller.userId)))
    return
  await recordRefusal(db, caller, { for: action, with: 'password' })
  throw new Refusal('password_wrong', { field: 'password' })
}

async function recordRefusal(db: Db, { userId, ipAddress }: Caller, detail: Record<string, string>): Promise<void> {
  await recordActionWithoutChange(db, {
    action: 'step_up_refused',
    actorId: userId,
    subjectId: userId,
    ipAddress,
    detail,
  })
}

/** Creates a proof for a call, in place of an unused one for the same action. */
async function createProof(tx: Tx, { userId, sessionId }: Owner, { action, name }: ProvenCall) {
  const { text, hash } = createBoundSecret(name)
  const proof = { token_hash: hash, expires_at: sql<string>`now() + make_interval(mins => ${proofMinutes})` }
  const { expires_at } = await tx
    .insertInto('step_up_proofs')
    .values({ user_id: userId, session_id: sessionId, action, ...proof })
    .onConflict((conflict) => conflict.columns(['user_id', 'session_id', 'action']).doUpdateSet(proof))
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { proof: text, expires_at }
}
