import { sql } from 'kysely'
import type { SignUp } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { openAccount } from '../ledger/ledger.ts'
import { findReferrer, insertMember, isTakenByChance } from '../members/members.ts'
import { listPackages } from '../packages/packages.ts'
import type { Mail } from '../outside/mail.ts'
import { checkPlace } from './check-place.ts'
import { createConfirmation, takeConfirmation } from './email-tokens.ts'
import { accountExistsMail, confirmationMail } from './mails.ts'
import { hashPassword } from './passwords.ts'

const maxAttempts = 5

/**
 * Registers a member and returns the mail to send. A known address gets the same work and the same answer; only its
 * owner, by mail, learns that there is an account.
 */
export async function signUp(db: Db, form: SignUp, publicUrl: string): Promise<Mail> {
  const { state } = checkPlace(form)
  const passwordHash = await hashPassword(form.password)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        const userId = await addMember(tx, form, state)
        if (userId === undefined) return mailToOwner(tx, form.email, publicUrl)
        await tx.insertInto('credentials').values({ user_id: userId, password_hash: passwordHash }).execute()
        await openAccount(tx, userId)
        return confirmationMail(form.email, publicUrl, await createConfirmation(tx, userId))
      })
    } catch (error) {
      if (attempt === maxAttempts || !isTakenByChance(error)) throw error
    }
  }
}

/** Ends the wait for the mailed link. It makes an account usable once, and never one that was deactivated later. */
export async function confirmEmail(db: Db, token: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const userId = await takeConfirmation(tx, token)
    const confirmed = await tx
      .updateTable('credentials')
      .set({ email_confirmed_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('email_confirmed_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) throw new Refusal('link_invalid')
    await tx
      .updateTable('profiles')
      .set({ status: 'Active', updated_at: sql`now()` })
      .where('id', '=', userId)
      .where('status', '=', 'Inactive')
      .execute()
  })
}

/** The new member's id, or undefined when the address has an account. */
async function addMember(tx: Db, form: SignUp, state: string | undefined): Promise<string | undefined> {
  const offered = await listPackages(tx)
  if (offered.every(({ id }) => id !== form.packageId)) throw new Refusal('package_not_found')
  const referrerId = await readReferrer(tx, form.referredById)
  return insertMember(tx, { ...form, state, area: form.area || undefined, referrerId })
}

async function readReferrer(tx: Db, code: string | undefined): Promise<string | undefined> {
  if (!code) return undefined
  const referrerId = await findReferrer(tx, code)
  if (referrerId) return referrerId
  throw new Refusal('referral_not_found', { fields: { referredById: errors.referral_not_found.message } })
}

async function mailToOwner(tx: Db, email: string, publicUrl: string): Promise<Mail> {
  const owner = await tx
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.id', 'c.email_confirmed_at'])
    .where('p.email', '=', email)
    .executeTakeFirstOrThrow()
  if (owner.email_confirmed_at !== null) return accountExistsMail(email, publicUrl)
  return confirmationMail(email, publicUrl, await createConfirmation(tx, owner.id))
}
