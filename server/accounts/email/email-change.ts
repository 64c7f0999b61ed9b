import { sql } from 'kysely'
import { emailChangeHours } from '../../../contract/endpoints/email-change.ts'
import type { EmailChange } from '../../../contract/email-change.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { createToken } from '../../platform/db/secret-token.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import type { TokenOwner } from '../../platform/sessions.ts'
import { announceAccount } from '../users/status.ts'
import { addressInUseMail, confirmNewEmailMail, emailChangeAskedMail, emailChangedMail } from './mails.ts'

export interface EmailDeps {
  db: Db
  config: { publicUrl: string }
  events: Events
  limits: Pick<Limits, 'take' | 'tryTake'>
  /** Mails a notice to the owner with the link "This was not me". */
  mailOwner: MailOwner
  outbox: Outbox
}

interface Ask {
  caller: TokenOwner
  ipAddress: string
  /** The member who shall get another email. */
  userId: string
  /** The new address in lower case. */
  email: string
  /** The reason of an administrator; null for the member. */
  reason: string | null
}

/** Reads the other email of a member that waits for its confirmation. Returns null without one. */
export async function readEmailChange(db: Db, userId: string): Promise<EmailChange | null> {
  const row = await db
    .selectFrom('email_changes')
    .select(['new_email', 'expires_at', 'asked_by'])
    .where('user_id', '=', userId)
    .where('new_email', 'is not', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!row || row.new_email === null) return null
  return { new_email: row.new_email, expires_at: row.expires_at, is_correction: row.asked_by !== null }
}

/**
 * Asks for another email of a member: mails a link to the new address and a notice to the present one. The answer is the same
 * if the new address has an account. Its owner then gets a mail without a link.
 */
export async function askForEmail(deps: EmailDeps & { write: Write }, ask: Ask): Promise<{ pending: EmailChange }> {
  const { events, limits, mailOwner, write } = deps
  const { caller, ipAddress, userId, email, reason } = ask
  await limits.take('email_change', userId)
  // Several accounts may name one address. Its owner gets no flood of mails.
  const mayMail = await limits.tryTake('confirmation_mail', email)
  const token = createToken(userId)
  const pending = await write(async (tx) => {
    await runFunction(
      tx,
      sql`select ask_email_change(${caller.token}::text, ${userId}::uuid, ${email}::text, ${reason}::text, ${token.hash}::bytea,
        now() + make_interval(hours => ${emailChangeHours}), ${ipAddress}::text)`,
    )
    if (mayMail) await mailNewAddress(tx, deps, { userId, email, token: token.text })
    await mailOwner(tx, userId, (translator) =>
      emailChangeAskedMail(translator, { address: shortenEmail(email), reason }),
    )
    return readEmailChange(tx, userId)
  })
  if (!pending) throw new Error(`the email that ${userId} asked for does not wait`)
  announce(events, userId)
  return { pending }
}

/** Mails the link to the new address, or tells the owner of an account with that address that nothing changes. */
async function mailNewAddress(
  tx: Tx,
  { config: { publicUrl }, outbox }: Pick<EmailDeps, 'config' | 'outbox'>,
  { userId, email, token }: { userId: string; email: string; token: string },
): Promise<void> {
  const { language } = await tx
    .selectFrom('credentials')
    .select('language')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const holder = await tx
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select('c.language')
    .where('p.email', '=', email)
    .executeTakeFirst()
  const link = `${publicUrl}/confirm-email#token=${token}`
  await outbox.queue(
    tx,
    holder
      ? addressInUseMail(translatorFor(holder.language), email)
      : confirmNewEmailMail(translatorFor(language), { to: email, link }),
  )
}

/** Keeps the present email of the calling member. The link at the new address becomes void. */
export async function dropEmailChange(
  { events, write }: Pick<EmailDeps, 'events'> & { write: Write },
  { caller, ipAddress }: Pick<Ask, 'caller' | 'ipAddress'>,
): Promise<void> {
  await write(async (tx) => {
    await runFunction(tx, sql`select drop_email_change(${caller.token}::text, ${ipAddress}::text)`)
  })
  announce(events, caller.userId)
}

/**
 * Makes the address of a mailed link the member's email, and mails both addresses. Withdrawals and transfers are held from
 * now on.
 */
export async function confirmEmailChange(
  { db, events, mailOwner, outbox }: EmailDeps,
  { token, ipAddress }: { token: string; ipAddress: string },
): Promise<{ email: string }> {
  const { user_id: userId, new_email: email } = await inTransaction(db, async (tx) => {
    const change = await runFunction<{ user_id: string; old_email: string; new_email: string }>(
      tx,
      sql`select user_id, old_email, new_email from confirm_email_change(${token}::text, ${ipAddress}::text)`,
    )
    // The owner of the former address still reads what was asked for before.
    await outbox.writeOwed(tx, change.user_id, change.old_email)
    const news = shortenEmail(change.new_email)
    await mailOwner(tx, change.user_id, (translator) => emailChangedMail(translator, news))
    await mailOwner(tx, change.user_id, (translator) => emailChangedMail(translator, news), change.old_email)
    return change
  })
  announceAccount(events, userId)
  return { email }
}

function announce(events: Events, userId: string): void {
  events.publish({ topics: ['profile'], userIds: [userId] })
  events.publish({ topics: ['profile'], toAdmins: true })
}

/** Shows the first letter and the host of an address, such as `m…@example.org`. */
function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
