import { sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import type { InputOf, OutputOf, StepUpAction } from '../../contract/operation.ts'
import { fieldTexts } from '../../contract/texts.ts'
import type { stepUp } from '../../contract/two-factor.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { createSecret, readSecret } from '../db/secret-token.ts'

export interface StepUpDeps {
  db: Db
  verifyPassword: (passwordHash: string | undefined, password: string) => Promise<boolean>
}

interface Owner {
  userId: string
  sessionId: string
}

const proofMinutes = 5

/** Gives a proof for one action to whoever knows the password now. */
export async function proveAgain(
  deps: StepUpDeps,
  owner: Owner & { ipAddress: string },
  form: InputOf<typeof stepUp>['body'],
): Promise<OutputOf<typeof stepUp>> {
  await checkPassword(deps, owner, form)
  return createProof(deps.db, owner, form.action)
}

/** Uses up the proof that came with a call. It counts once, for its own action and session, and not for long. */
export async function takeProof(
  db: Db,
  { userId, sessionId }: Owner,
  action: StepUpAction,
  proof: string | undefined,
): Promise<void> {
  const hash = readSecret(proof)
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
  if (!taken) throw new Refusal('step_up_required')
}

async function checkPassword(
  { db, verifyPassword }: StepUpDeps,
  { userId, ipAddress }: Owner & { ipAddress: string },
  { action, password }: InputOf<typeof stepUp>['body'],
): Promise<void> {
  if (password === undefined) {
    throw new Refusal('invalid_request', { fields: { password: fieldTexts.passwordRequired } })
  }
  const row = await db
    .selectFrom('credentials')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (await verifyPassword(row?.password_hash, password)) return
  await recordAudit(db, {
    action: 'step_up_refused',
    actorId: userId,
    subjectId: userId,
    ipAddress,
    detail: { for: action, with: 'password' },
  })
  throw new Refusal('password_wrong', { fields: { password: errors.password_wrong.message } })
}

/** A new proof takes the place of one that was not used. */
async function createProof(db: Db, { userId, sessionId }: Owner, action: StepUpAction) {
  const { text, hash } = createSecret()
  const proof = { token_hash: hash, expires_at: sql<string>`now() + make_interval(mins => ${proofMinutes})` }
  const { expires_at } = await db
    .insertInto('step_up_proofs')
    .values({ user_id: userId, session_id: sessionId, action, ...proof })
    .onConflict((conflict) => conflict.columns(['user_id', 'session_id', 'action']).doUpdateSet(proof))
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { proof: text, expires_at }
}
