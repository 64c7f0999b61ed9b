import { sql } from 'kysely'
import type { AuditAction } from '../../../contract/endpoints/audit.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type * as contract from '../../../contract/two-factor.ts'
import { recordAudit, recordActionWithoutChange } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { encryptionContexts } from '../../platform/encryption/contexts.ts'
import { deleteOtherSessions, lockAccount } from '../../platform/sessions.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import type { WriteMail } from '../../platform/mail/outbox.ts'
import { createTotpSecret, findMatchingStep, readCode, toTotpUri } from './codes.ts'
import {
  appRemovedMail,
  authenticatorReplacedMail,
  recoveryCodesRenewedMail,
  twoFactorOffMail,
  twoFactorOnMail,
} from './mails.ts'
import {
  countRecoveryCodes,
  hasTwoFactor,
  currentTotpStep,
  readFactors,
  removeApp,
  renewCodes,
  consumeAppCodeOnly,
  consumeCode,
  type CodeOwner,
  type TwoFactorDeps,
} from './two-factor.ts'

export interface SetUpDeps extends TwoFactorDeps {
  events: Events
  limits: Pick<Limits, 'checkGuess'>
  /** True if every administrator must have a second factor. */
  mustAdminsEnrol: boolean
}
type ChangeDeps = SetUpDeps & { write: Write }

/** The person who sets the factor up, and their browser's session. */
export interface Caller extends CodeOwner {
  sessionId: string
  role: 'member' | 'admin'
}

const setUpMinutes = 15

export async function readTwoFactor(
  { db, mustAdminsEnrol }: SetUpDeps,
  { userId, role }: Caller,
): Promise<OutputOf<typeof contract.getTwoFactor>> {
  const [factors, row, left] = await Promise.all([
    readFactors(db, userId),
    db.selectFrom('two_factor').select('enabled_at').where('user_id', '=', userId).executeTakeFirst(),
    countRecoveryCodes(db, userId),
  ])
  return {
    is_on: factors.length > 0,
    factors,
    is_required: mustAdminsEnrol && role === 'admin',
    enabled_at: row?.enabled_at ?? null,
    recovery_codes_left: left,
  }
}

/** Creates a secret. It has no effect until the caller enters a code of it. */
export async function startTwoFactor(
  { db, encryption, write }: ChangeDeps,
  { userId }: Caller,
): Promise<OutputOf<typeof contract.startTwoFactor>> {
  const secret = createTotpSecret()
  const setUp = {
    secret: encryption.encrypt(secret, encryptionContexts.twoFactor(userId)),
    expires_at: sql<string>`now() + make_interval(mins => ${setUpMinutes})`,
  }
  const [{ expires_at }, { email }] = await Promise.all([
    write((tx) =>
      tx
        .insertInto('two_factor_setups')
        .values({ user_id: userId, ...setUp })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(setUp))
        .returning('expires_at')
        .executeTakeFirstOrThrow(),
    ),
    db.selectFrom('profiles').select('email').where('id', '=', userId).executeTakeFirstOrThrow(),
  ])
  return { secret, uri: toTotpUri(secret, email), expires_at }
}

/**
 * Turns the second factor on, or replaces it by a new one. The other sessions end, because they have not shown the new
 * factor.
 */
export async function enableTwoFactor(deps: ChangeDeps, caller: Caller, code: string) {
  const { db, encryption, limits, events, write } = deps
  const { userId } = caller
  const setUp = await readSetUp(db, userId)
  if (!setUp) throw new Refusal('two_factor_off')
  let step: number | undefined
  const isRight = await limits.checkGuess(userId, async () => {
    step = findMatchingStep(
      encryption.decrypt(setUp.secret, encryptionContexts.twoFactor(userId)),
      setUp.step,
      readCode(code).code,
    )
    return step !== undefined
  })
  if (!isRight || step === undefined) throw await refuseCode(deps, caller, 'enable')
  const factor = { secret: setUp.secret, last_step: String(step), enabled_at: sql<string>`now()` }
  const recovery_codes = await write(async (tx) => {
    await lockAccount(tx, userId)
    const finished = await tx
      .deleteFrom('two_factor_setups')
      .where('user_id', '=', userId)
      .where('secret', '=', setUp.secret)
      .returning('user_id')
      .executeTakeFirst()
    if (!finished) throw new Refusal('two_factor_off')
    const isReplaced = await removeApp(tx, userId)
    await tx
      .insertInto('two_factor')
      .values({ user_id: userId, ...factor })
      .execute()
    await deleteOtherSessions(tx, { userId, id: caller.sessionId })
    // Proofs by the password alone are worth less than the proofs that the account needs from now on.
    await tx.deleteFrom('step_up_proofs').where('user_id', '=', userId).execute()
    await recordAndMail(
      deps,
      tx,
      caller,
      isReplaced ? 'two_factor_replaced' : 'two_factor_enabled',
      isReplaced ? authenticatorReplacedMail : twoFactorOnMail,
    )
    return renewCodes(deps, tx, userId)
  })
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
  return { recovery_codes }
}

/** Removes the authenticator app. It needs a code of the app or a recovery code; the password does not help. */
export async function disableTwoFactor(deps: ChangeDeps, caller: Caller, code: string): Promise<void> {
  const { db, events, limits, write } = deps
  const factors = await readFactors(db, caller.userId)
  if (!factors.includes('app')) throw new Refusal('two_factor_off')
  checkEnrolled(deps, caller, factors.includes('passkey'))
  const isRight = await limits.checkGuess(caller.userId, async () => consumeCode(deps, caller, code))
  if (!isRight) throw await refuseCode(deps, caller, 'disable')
  await write(async (tx) => {
    await lockAccount(tx, caller.userId)
    if (!(await removeApp(tx, caller.userId))) throw new Refusal('two_factor_off')
    const isStillOn = await hasTwoFactor(tx, caller.userId)
    checkEnrolled(deps, caller, isStillOn)
    await recordAndMail(deps, tx, caller, 'two_factor_disabled', isStillOn ? appRemovedMail : twoFactorOffMail)
  })
  events.publish({ topics: ['session', 'profile'], userIds: [caller.userId] })
}

/**
 * Creates new recovery codes. It needs a code of the app, or a proof by a passkey or such a code. A recovery code does not
 * help, because the finder of one could otherwise get ten.
 */
export async function renewRecoveryCodes(
  deps: ChangeDeps & { requireProof: () => Promise<void> },
  caller: Caller,
  code: string | undefined,
) {
  const { db, limits, write } = deps
  const factors = await readFactors(db, caller.userId)
  if (factors.length === 0) throw new Refusal('two_factor_off')
  if (code === undefined) await deps.requireProof()
  else if (!(await limits.checkGuess(caller.userId, async () => consumeAppCodeOnly(deps, caller, code))))
    throw await refuseCode(deps, caller, 'recovery_codes')
  const recovery_codes = await write(async (tx) => {
    // Of two calls at once, the second voids the codes of the first. An account without a factor gets none.
    await lockAccount(tx, caller.userId)
    const left = await readFactors(tx, caller.userId)
    if (code === undefined ? left.length === 0 : !left.includes('app')) throw new Refusal('two_factor_off')
    await recordAndMail(deps, tx, caller, 'recovery_codes_renewed', recoveryCodesRenewedMail)
    return renewCodes(deps, tx, caller.userId)
  })
  return { recovery_codes }
}

async function readSetUp(db: Db, userId: string) {
  return db
    .selectFrom('two_factor_setups')
    .select(['secret', currentTotpStep.as('step')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

/** Refuses to leave an administrator without a second factor where one is required. */
export function checkEnrolled(
  { mustAdminsEnrol }: Pick<SetUpDeps, 'mustAdminsEnrol'>,
  { role }: Pick<Caller, 'role'>,
  isOn: boolean,
): void {
  if (mustAdminsEnrol && role === 'admin' && !isOn) throw new Refusal('two_factor_required')
}

async function recordAndMail(
  { mailOwner }: SetUpDeps,
  tx: Tx,
  { userId, ipAddress }: Caller,
  action: AuditAction,
  write: WriteMail,
): Promise<void> {
  await recordAudit(tx, { action, actorId: userId, subjectId: userId, ipAddress })
  await mailOwner(tx, userId, write)
}

/** Records a wrong code, and returns the refusal for the caller. */
async function refuseCode({ db }: SetUpDeps, { userId, ipAddress }: Caller, purpose: string): Promise<Refusal> {
  await recordActionWithoutChange(db, {
    action: 'two_factor_refused',
    actorId: userId,
    subjectId: userId,
    ipAddress,
    detail: { for: purpose },
  })
  return new Refusal('code_wrong', { field: 'code' })
}
