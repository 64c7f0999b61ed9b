import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { StepUpAction } from '../../../contract/step-up.ts'
import type { stepUp } from '../../../contract/two-factor.ts'
import { recordActionWithoutChange } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createBoundSecret, readBoundSecret } from '../../platform/db/secret-token.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import { hasTwoFactor, consumeCode, type TwoFactorDeps } from '../two-factor/two-factor.ts'

export interface StepUpDeps extends TwoFactorDeps {
  limits: Pick<Limits, 'checkGuess'>
  verifyPassword: (passwordHash: string | undefined, password: string, accountId: string) => Promise<boolean>
}

interface Owner {
  userId: string
  sessionId: string
}
interface Caller extends Owner {
  ipAddress: string
}
type Form = InputOf<typeof stepUp>['body']
/** A call by its name, as the refusal without a proof gives it, and by the kind of thing that it does. */
interface ProvenCall {
  action: StepUpAction
  name: string
}

const proofMinutes = 5

/** Returns a proof for one call to a caller who enters the password or, where a second factor is on, a code of it. */
export async function issueProof(
  deps: StepUpDeps & { write: Write },
  caller: Caller,
  form: Form,
): Promise<OutputOf<typeof stepUp>> {
  if (await hasTwoFactor(deps.db, caller.userId)) await checkCode(deps, caller, form)
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

async function checkCode(deps: StepUpDeps, caller: Caller, { action, code }: Form): Promise<void> {
  if (code === undefined) throw new Refusal('code_required')
  if (await deps.limits.checkGuess(caller.userId, async () => consumeCode(deps, caller, code))) return
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
