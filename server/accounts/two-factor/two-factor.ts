import { sql } from 'kysely'
import { secondFactors, type SecondFactor } from '../../../contract/second-factors.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { encryptionContexts } from '../../platform/encryption/contexts.ts'
import type { Encryption } from '../../platform/encryption/encryption.ts'
import { createRecoveryCodes, findMatchingStep, readCode, totpStepSeconds } from './codes.ts'
import { recoveryCodeUsedMail } from './mails.ts'

export interface TwoFactorDeps {
  db: Db
  encryption: Encryption
  mailOwner: MailOwner
}

/** The owner of a code, and the address where it was typed. */
export interface CodeOwner {
  userId: string
  ipAddress: string
}

/** The number of the present 30-second step, by the clock of the database. */
export const currentTotpStep = sql<number>`floor(extract(epoch from clock_timestamp()) / ${totpStepSeconds}::int)::int`

/** Returns true if every administrator must have a second factor on this site. */
export function requiresTwoFactor(
  config: { publicUrl: string; twoFactorForAdmins: 'auto' | 'required' | 'optional' },
  { isDemo }: { isDemo: boolean },
): boolean {
  if (config.twoFactorForAdmins !== 'auto') return config.twoFactorForAdmins === 'required'
  return config.publicUrl.startsWith('https:') && !isDemo
}

/** Returns the kinds of second factors that an account has. */
export async function readFactors(db: Db, userId: string): Promise<SecondFactor[]> {
  const { rows } = await sql<{ app: boolean; passkey: boolean }>`
    ${hot('own_factors')} select exists (select from two_factor f where f.user_id = ${userId}) as app,
           exists (select from passkeys k where k.user_id = ${userId}) as passkey`.execute(db)
  return secondFactors.filter((factor) => rows[0]?.[factor])
}

/** True if an account has a second factor of any kind. */
export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  return (await readFactors(db, userId)).length > 0
}

/**
 * Returns true if a code is right, and uses it up. A code of the app counts once, and none older than the last used one
 * counts. A recovery code is deleted, and its owner gets a mail. The caller limits the guesses.
 */
export async function consumeCode(deps: TwoFactorDeps, owner: CodeOwner, typed: string): Promise<boolean> {
  const { kind, code } = readCode(typed)
  return kind === 'app' ? consumeAppCode(deps, owner.userId, code) : consumeRecoveryCode(deps, owner, code)
}

/** Like consumeCode, but refuses recovery codes. */
export async function consumeAppCodeOnly(deps: TwoFactorDeps, { userId }: CodeOwner, typed: string): Promise<boolean> {
  const { kind, code } = readCode(typed)
  return kind === 'app' && consumeAppCode(deps, userId, code)
}

/**
 * Removes the authenticator app. Returns true if there was one. The recovery codes go with the last second factor, which
 * the database sees to.
 */
export async function removeApp(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  await tx.deleteFrom('two_factor_setups').where('user_id', '=', userId).execute()
  return removed !== undefined
}

/** Removes every second factor of an account. Returns true if there was one. */
export async function removeTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return (await removeApp(tx, userId)) || numDeletedRows > 0n
}

/** Creates recovery codes in place of the old ones. They are shown this once; the database keeps their digests. */
export async function renewCodes({ encryption }: Pick<TwoFactorDeps, 'encryption'>, tx: Tx, userId: string) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const codes = createRecoveryCodes()
  const rows = codes.map((code) => ({ user_id: userId, digest: digestRecoveryCode(encryption, userId, code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** Returns the digest that the database keeps in place of a recovery code. */
export function digestRecoveryCode(encryption: Encryption, userId: string, code: string): Buffer {
  return encryption.digest(readCode(code).code, `recovery-code:${userId}`)
}

async function consumeAppCode({ db, encryption }: TwoFactorDeps, userId: string, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factor')
    .select(['secret', currentTotpStep.as('step')])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return false
  const step = findMatchingStep(encryption.decrypt(row.secret, encryptionContexts.twoFactor(userId)), row.step, code)
  if (step === undefined) return false
  const taken = await db
    .updateTable('two_factor')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('secret', '=', row.secret)
    .where('last_step', '<', String(step))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

async function consumeRecoveryCode(
  { db, encryption, mailOwner }: TwoFactorDeps,
  { userId, ipAddress }: CodeOwner,
  code: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const taken = await tx
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('digest', '=', digestRecoveryCode(encryption, userId, code))
      .returning('user_id')
      .executeTakeFirst()
    if (!taken) return false
    const left = await countRecoveryCodes(tx, userId)
    await recordAudit(tx, {
      action: 'recovery_code_used',
      actorId: userId,
      subjectId: userId,
      ipAddress,
      detail: { left: String(left) },
    })
    await mailOwner(tx, userId, (translator) => recoveryCodeUsedMail(translator, left))
    return true
  })
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
