import { sql } from 'kysely'
import type { SignUp } from '../../../contract/auth-bodies.ts'
import { errors } from '../../../contract/errors.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import {
  findReferrer,
  insertMember,
  isOffered,
  isTakenByChance,
  replaceForm,
  type NewMember,
} from '../members/members.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { checkPlace } from './check-place.ts'
import { announceMember, confirmAddress } from './confirm-address.ts'
import { createConfirmation, takeConfirmation } from './email-tokens.ts'
import { accountExistsMail, confirmationMail, setPasswordMail } from './mails.ts'
import { nobodysHash } from './passwords.ts'
import { readSignUp, type Reading } from './same-sign-up.ts'

const maxAttempts = 5

export interface SignUpDeps {
  db: Db
  limits: Pick<Limits, 'tryTake' | 'giveBack'>
  outbox: Outbox
  config: { publicUrl: string }
}

/** From where a form comes, and the language of its page: the one that its owner is written to in. */
interface Visit {
  ipAddress: string
  language: string
}

/**
 * Registers a member, who is mailed a link. A known address gets the same work and the same answer; only its owner, by
 * mail, learns that there is an account. The same form once more, as of somebody whose answer was lost, changes nothing.
 */
export async function signUp(
  { db, limits, outbox, config }: SignUpDeps,
  form: SignUp,
  { ipAddress, language }: Visit,
): Promise<void> {
  const { state } = checkPlace(form)
  const referrerId = await checkChoices(db, form)
  const member = { ...form, state, area: form.area || undefined, referrerId }
  const mayRepeat = await limits.tryTake('confirmation_mail', form.email)
  const visit = { mayRepeat, publicUrl: config.publicUrl, ipAddress, language }
  for (let attempt = 1; ; attempt += 1) {
    const reading = await readSignUp(db, member, { password: form.password, language })
    try {
      await db.transaction().execute(async (tx) => {
        const mail = await register(tx, { member, reading, ...visit })
        if (mail) await outbox.queue(tx, mail)
      })
      // A form that brings no mail uses up none of those that its owner may ask for.
      if (reading.isRepeated && mayRepeat) await limits.giveBack('confirmation_mail', form.email)
      return
    } catch (error) {
      if (attempt === maxAttempts || !(isTakenByChance(error) || error instanceof Overtaken)) throw error
    }
  }
}

/** Another form for the same address came in between; it may be the very same. */
class Overtaken extends Error {}

/** Ends the wait for the mailed link. It makes an account usable once, and never one that was deactivated later. */
export async function confirmEmail({ db, events }: { db: Db; events: Events }, token: string): Promise<void> {
  const userId = await db.transaction().execute(async (tx) => {
    const owner = await takeConfirmation(tx, token)
    if (!(await confirmAddress(tx, owner))) throw new Refusal('link_invalid')
    return owner
  })
  await announceMember({ db, events }, userId)
}

/** Whom the form names as the referrer. */
async function checkChoices(db: Db, { packageId, referredById }: SignUp): Promise<string | undefined> {
  if (!(await isOffered(db, packageId))) throw new Refusal('package_not_found')
  if (!referredById) return undefined
  const referrerId = await findReferrer(db, referredById)
  if (referrerId !== undefined) return referrerId
  throw new Refusal('referral_not_found', { fields: { referredById: errors.referral_not_found.message } })
}

interface Registration extends Visit {
  member: NewMember
  reading: Reading
  /** Whether the address may get another mail this hour. */
  mayRepeat: boolean
  publicUrl: string
}

/** Returns the mail to send. */
async function register(tx: Db, registration: Registration): Promise<Mail | undefined> {
  const { member, reading, publicUrl, ipAddress, language } = registration
  // The same work as for a new address, up to the commit of its own.
  const userId = await insertMember(tx, member)
  if (reading.isRepeated) {
    await noteRepetition(tx, member.email, ipAddress)
    return undefined
  }
  if (userId === undefined) {
    if (!reading.isKnown) throw new Overtaken()
    return repeat(tx, registration)
  }
  const { passwordHash } = reading
  await tx.insertInto('credentials').values({ user_id: userId, password_hash: passwordHash, language }).execute()
  return confirmationMail(translatorFor(language), member.email, publicUrl, await createConfirmation(tx, userId))
}

/**
 * Until the address is confirmed, the newest form counts, but no password of any of them: anybody can fill in a form with
 * somebody else's address, before them or after them. Who reads the mailbox sets the password behind the new link. A form
 * whose link would be one mail too many changes nothing, so that the link that was mailed last stays good.
 */
async function repeat(tx: Db, registration: Registration): Promise<Mail | undefined> {
  const { member, mayRepeat, publicUrl, ipAddress, language } = registration
  const { email } = member
  const id = mayRepeat ? await voidPassword(tx, email, language) : undefined
  if (id === undefined) {
    const known = await noteRepetition(tx, email, ipAddress)
    return mayRepeat ? accountExistsMail(translatorFor(known.language), email, publicUrl) : undefined
  }
  await replaceForm(tx, id, member)
  return setPasswordMail(translatorFor(language), email, publicUrl, await createConfirmation(tx, id, 'welcome'))
}

/** A commit of its own, as the other ways have one: without it the answer would come sooner, and tell. */
async function noteRepetition(tx: Db, email: string, ipAddress: string): Promise<{ language: string }> {
  const known = await tx
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.id', 'c.language'])
    .where('p.email', '=', email)
    .executeTakeFirstOrThrow()
  await recordAudit(tx, { action: 'signed_up_again', actorId: null, subjectId: known.id, ipAddress })
  return known
}

/** The account's id where the address was still to be confirmed. In one statement: each one more would take time, and tell. */
async function voidPassword(tx: Db, email: string, language: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('credentials as c')
    .from('profiles as p')
    .set({ password_hash: nobodysHash, password_changed_at: sql`now()`, language })
    .whereRef('p.id', '=', 'c.user_id')
    .where('p.email', '=', email)
    .where('c.email_confirmed_at', 'is', null)
    .returning('c.user_id')
    .executeTakeFirst()
  return row?.user_id
}
