import { sql } from 'kysely'
import type { EmailConfirmation, SignUp, SignUpDetails } from '../../../contract/auth-bodies.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import { insertMember, isRandomCodeTaken, replaceSignUpDetails, type NewMember } from '../members/members.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { announceMember, confirmEmailAddress } from './confirm-email-address.ts'
import { createConfirmationToken, consumeConfirmationToken, findSignUpOfToken } from './email-tokens.ts'
import { accountExistsMail, confirmationMail, setPasswordMail } from './mails.ts'
import { hashPassword, unmatchableHash } from './passwords.ts'
import { readSignUpDetails } from './sign-up-details.ts'
import { checkSignUpChoices } from './sign-up-choices.ts'
import { checkRepeatedSignUp, type SignUpCheck } from './repeated-sign-up.ts'

const maxAttempts = 5

export interface SignUpDeps {
  db: Db
  limits: Pick<Limits, 'tryTake' | 'giveBack'>
  outbox: Outbox
  config: { publicUrl: string }
}

/** The address that sent the form, and the language of its page, in which its owner gets mails. */
interface Visit {
  ipAddress: string
  language: string
}

/**
 * Registers a member and mails them a link. A known address gets the same work and the same answer; only its owner
 * learns by mail that it has an account. The same form sent again, after a lost answer, changes nothing.
 */
export async function signUp(
  { db, limits, outbox, config }: SignUpDeps,
  form: SignUp,
  { ipAddress, language }: Visit,
): Promise<void> {
  const { details, referrerName } = await checkSignUpChoices(db, form)
  const member = { email: form.email, ...details }
  const mayRepeat = await limits.tryTake('confirmation_mail', form.email)
  const visit = { mayRepeat, publicUrl: config.publicUrl, ipAddress, language }
  for (let attempt = 1; ; attempt += 1) {
    const check = await checkRepeatedSignUp(db, member, { password: form.password, language })
    try {
      await inTransaction(db, async (tx) => {
        const answer = await register(tx, { member, referrerName, check, ...visit })
        if (answer) await outbox.queue(tx, answer.mail, answer.ownerId)
      })
      // A form that causes no mail does not count against the address's limit of mails.
      if (check.isRepeated && mayRepeat) await limits.giveBack('confirmation_mail', form.email)
      return
    } catch (error) {
      if (attempt === maxAttempts || !(isRandomCodeTaken(error) || error instanceof Overtaken)) throw error
    }
  }
}

/** Another form for the same address was stored in between. It may be the same form. */
class Overtaken extends Error {}

/**
 * Confirms an address by its mailed link, and replaces the password of the form by that of its owner, if they set one. This
 * activates the account once, and never one that was deactivated later.
 */
export async function confirmEmail(
  { db, events }: { db: Db; events: Events },
  { token, referrer, password }: EmailConfirmation,
  ipAddress: string,
): Promise<void> {
  // A hash takes long, so only a good link leads to one.
  if (password !== undefined) await findSignUpOfToken(db, token)
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const userId = await inTransaction(db, async (tx) => {
    const owner = await consumeConfirmationToken(tx, token)
    if (passwordHash !== undefined) {
      const changes = { password_hash: passwordHash, password_changed_at: sql<string>`now()` }
      await tx.updateTable('credentials').set(changes).where('user_id', '=', owner).execute()
    }
    if (!(await confirmEmailAddress(tx, { userId: owner, token, referrer, ipAddress })))
      throw new Refusal('link_invalid')
    return owner
  })
  await announceMember({ db, events }, userId)
}

/** Returns the form that the token of a mailed link would confirm. Uses nothing up. */
export async function checkConfirmationLink(db: Db, token: string): Promise<SignUpDetails> {
  const { userId } = await findSignUpOfToken(db, token)
  const details = await readSignUpDetails(db, userId)
  if (!details) throw new Refusal('link_invalid')
  return details
}

interface Registration extends Visit {
  member: NewMember
  /** The name of the referrer whom the form names. */
  referrerName: string | undefined
  check: SignUpCheck
  /** True if the address may get another mail this hour. */
  mayRepeat: boolean
  publicUrl: string
}

/** A mail to send. It belongs to the account that was there before, and otherwise to an address that is not confirmed. */
interface Answer {
  mail: Mail
  ownerId?: string
}

/** Returns the mail to send, if any. */
async function register(tx: Tx, registration: Registration): Promise<Answer | undefined> {
  const { member, referrerName, check, publicUrl, ipAddress, language } = registration
  // This runs for a known address, too, so that it costs the same work as a new one.
  const userId = await insertMember(tx, member)
  if (check.isRepeated) {
    await noteRepetition(tx, member.email, ipAddress)
    return undefined
  }
  if (userId === undefined) {
    if (!check.isKnown) throw new Overtaken()
    return repeatSignUp(tx, registration)
  }
  const { passwordHash } = check
  await tx.insertInto('credentials').values({ user_id: userId, password_hash: passwordHash, language }).execute()
  const token = await createConfirmationToken(tx, userId)
  return { mail: confirmationMail(translatorFor(language), { to: member.email, publicUrl, token, referrerName }) }
}

/**
 * Takes a further form for an address that is not confirmed. Its details count, but its referrer does not, and no password
 * of any form does, because any person can fill in a form with another person's address. The reader of the mailbox sets
 * the password with the new link, and says if the referrer of the first form is right. A form beyond the limit of mails
 * changes nothing.
 */
async function repeatSignUp(tx: Tx, registration: Registration): Promise<Answer | undefined> {
  const { member, mayRepeat, publicUrl, ipAddress, language } = registration
  const { email } = member
  const waiting = mayRepeat ? await voidPassword(tx, email, language) : undefined
  if (waiting === undefined) {
    const known = await noteRepetition(tx, email, ipAddress)
    if (!mayRepeat) return undefined
    return { mail: accountExistsMail(translatorFor(known.language), email, publicUrl), ownerId: known.id }
  }
  const { user_id: id, referrer_name: referrerName } = waiting
  await replaceSignUpDetails(tx, id, member)
  const token = await createConfirmationToken(tx, id, 'welcome')
  return { mail: setPasswordMail(translatorFor(language), { to: email, publicUrl, token, referrerName }), ownerId: id }
}

/**
 * Records the repeated form. It gives this path a write to commit like the others; without it the answer would come
 * sooner and reveal the account.
 */
async function noteRepetition(tx: Tx, email: string, ipAddress: string): Promise<{ id: string; language: string }> {
  const known = await tx
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.id', 'c.language'])
    .where('p.email', '=', email)
    .executeTakeFirstOrThrow()
  await recordAudit(tx, { action: 'signed_up_again', actorId: null, subjectId: known.id, ipAddress })
  return known
}

/**
 * Voids the password of an account that still waits for its confirmation, and returns its id with the name of its
 * referrer. One statement does it: a further one would take time and reveal the account.
 */
async function voidPassword(tx: Tx, email: string, language: string) {
  return tx
    .updateTable('credentials as c')
    .from('profiles as p')
    .set({ password_hash: unmatchableHash, password_changed_at: sql`now()`, language })
    .whereRef('p.id', '=', 'c.user_id')
    .where('p.email', '=', email)
    .where('c.email_confirmed_at', 'is', null)
    .returning([
      'c.user_id',
      sql<string | null>`(select r.full_name from profiles r where r.id = p.referred_by_id)`.as('referrer_name'),
    ])
    .executeTakeFirst()
}
