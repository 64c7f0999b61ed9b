import type * as z from 'zod/mini'
import type { SignUpDetails } from '../../../contract/auth-bodies.ts'
import type { resetPasswordBody } from '../../../contract/recovery.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { lockAccount } from '../../platform/sessions.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import { ipNetworkOf } from '../../platform/ip-network.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import { announceMember, confirmEmailAddress } from './confirm-email-address.ts'
import { rememberDevice } from './devices.ts'
import { createRecoveryToken, findRecoveryTokenOwner, consumeRecoveryToken } from './email-tokens.ts'
import { recoveryMail } from './mails.ts'
import { checkNewPassword, setPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { readSignUpDetails } from './sign-up-details.ts'

export interface RecoveryDeps {
  db: Db
  events: Events
  limits: Pick<Limits, 'tryTake'>
  outbox: Outbox
  mailOwner: MailOwner
  config: { publicUrl: string }
}

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Mails the owner of an address a link to set a new password. An address without an account, or one over its hourly
 * limit of mails, costs the same queries and one row. So neither the answer nor its time tells which it was.
 */
export async function mailResetLink(
  { db, limits, outbox, config: { publicUrl } }: RecoveryDeps,
  { email, ipAddress }: { email: string; ipAddress: string },
): Promise<void> {
  const account = await db
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.id', 'c.language'])
    .where('p.email', '=', email)
    .executeTakeFirst()
  const mayMail = await limits.tryTake('recovery_mail', email)
  await inTransaction(db, async (tx) => {
    const token = await createRecoveryToken(tx, account && mayMail ? account.id : nobody, email)
    if (account && mayMail) {
      return outbox.queue(tx, recoveryMail(translatorFor(account.language), email, publicUrl, token), account.id)
    }
    const subject = account ? { subjectId: account.id } : {}
    await recordAudit(tx, { action: 'reset_link_refused', actorId: null, ...subject, ipAddress })
  })
}

/**
 * Refuses a link that can no longer set a password. Returns the form of the sign-up if the link would also confirm the
 * address.
 */
export async function checkResetLink(db: Db, token: string): Promise<{ sign_up: SignUpDetails | null }> {
  const { userId } = await findRecoveryTokenOwner(db, token)
  return { sign_up: await readSignUpDetails(db, userId) }
}

/** The browser that opened a link, and its cookie. */
interface Client {
  ipAddress: string
  deviceCookie: string | undefined
}

/**
 * Sets the password with a mailed link, once, and ends every session of the account. It starts no session, so the next
 * sign-in asks for the second factor as usual. From now on the account knows this browser. Returns the account's id and
 * the value of the browser's cookie.
 */
export async function resetPassword(
  { db, events, mailOwner }: RecoveryDeps,
  form: z.output<typeof resetPasswordBody>,
  client: Client,
): Promise<{ userId: string; device: string }> {
  const { userId, role } = await findRecoveryTokenOwner(db, form.token)
  checkNewPassword(role, form.password)
  const passwordHash = await hashPassword(form.password)
  const { ipAddress, deviceCookie } = client
  const { device, isNew } = await inTransaction(db, async (tx) => {
    await lockAccount(tx, userId)
    await consumeRecoveryToken(tx, form.token)
    await setPassword(tx, mailOwner, { userId, passwordHash, action: 'password_reset', ipAddress })
    // The link came by mail, so following it also confirms the address.
    const isConfirmed = await confirmEmailAddress(tx, { userId, token: form.token, referrer: form.referrer, ipAddress })
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    const { cookie } = await rememberDevice(tx, userId, { deviceCookie, network: ipNetworkOf(ipAddress) })
    return { device: cookie, isNew: isConfirmed }
  })
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
  if (isNew) await announceMember({ db, events }, userId)
  else events.publish({ topics: ['profile'], toAdmins: true })
  return { userId, device }
}
