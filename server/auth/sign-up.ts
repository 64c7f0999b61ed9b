import { sql } from 'kysely'
import type { SignUp } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { openAccount } from '../ledger/ledger.ts'
import { findReferrer, insertMember, isTakenByChance, replaceForm } from '../members/members.ts'
import { listPackages } from '../packages/packages.ts'
import type { Mail } from '../outside/mail.ts'
import { checkPlace } from './check-place.ts'
import { createConfirmation, revokeConfirmations, takeConfirmation } from './email-tokens.ts'
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
        if (userId === undefined) return mailToOwner(tx, { form, state, passwordHash, publicUrl })
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

interface Repetition {
  form: SignUp
  state: string | undefined
  passwordHash: string
  publicUrl: string
}

/**
 * Until the address is confirmed, the newest form and its link count. Otherwise somebody could sign up with another
 * person's address first, and that person would later confirm a password they do not know.
 */
async function mailToOwner(tx: Db, { form, state, passwordHash, publicUrl }: Repetition): Promise<Mail> {
  const { id } = await tx.selectFrom('profiles').select('id').where('email', '=', form.email).executeTakeFirstOrThrow()
  await revokeConfirmations(tx, id)
  const unconfirmed = await tx
    .updateTable('credentials')
    .set({ password_hash: passwordHash, password_changed_at: sql`now()` })
    .where('user_id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!unconfirmed) {
    // A commit of its own, as the other ways have one: without it the answer would come sooner, and tell.
    await recordAudit(tx, { action: 'signed_up_again', actorId: null, subjectId: id })
    return accountExistsMail(form.email, publicUrl)
  }
  await replaceForm(tx, id, { ...form, state, area: form.area || undefined })
  return confirmationMail(form.email, publicUrl, await createConfirmation(tx, id))
}
