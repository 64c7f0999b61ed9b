import type * as z from 'zod/mini'
import type { resetPasswordBody } from '../../../contract/recovery.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { lockAccount } from '../../platform/sessions.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import { networkOf } from '../../platform/ip-network.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { announceMember, confirmAddress } from './confirm-address.ts'
import { rememberDevice } from './devices.ts'
import { createRecovery, findRecovery, takeRecovery } from './email-tokens.ts'
import { recoveryMail } from './mails.ts'
import { checkNewPassword, setPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'

export interface RecoveryDeps {
  db: Db
  events: Events
  limits: Pick<Limits, 'tryTake'>
  outbox: Outbox
  config: { publicUrl: string }
}

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Mails the owner of an address a link to set a new password. An address without an account costs the same queries and a
 * row, so neither the answer nor its time tells; so does an account that has had its mails of the hour.
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
  await db.transaction().execute(async (tx) => {
    const token = await createRecovery(tx, account && mayMail ? account.id : nobody)
    if (account && mayMail) {
      return outbox.queue(tx, recoveryMail(translatorFor(account.language), email, publicUrl, token))
    }
    const subject = account ? { subjectId: account.id } : {}
    await recordAudit(tx, { action: 'reset_link_refused', actorId: null, ...subject, ipAddress })
  })
}

/** Refuses a link that can set no password any more. */
export async function checkResetLink(db: Db, token: string): Promise<void> {
  await findRecovery(db, token)
}

/** A browser that comes with a link, and the cookie that it brings. */
interface Client {
  ipAddress: string
  deviceCookie: string | undefined
}

/**
 * Sets the password of whoever holds the mailed link, once, and ends every session of the account. It starts none: a
 * second factor is asked for at the next sign-in as ever. The browser is one that the account is known by from now on.
 * Returns whose account it was and what the browser's cookie carries.
 */
export async function resetPassword(
  { db, events, outbox }: RecoveryDeps,
  form: z.output<typeof resetPasswordBody>,
  client: Client,
): Promise<{ userId: string; device: string }> {
  const { userId, role } = await findRecovery(db, form.token)
  checkNewPassword(role, form.password)
  const passwordHash = await hashPassword(form.password)
  const { ipAddress, deviceCookie } = client
  const { device, isNew } = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    await takeRecovery(tx, form.token)
    await setPassword(tx, outbox, { userId, passwordHash, action: 'password_reset', ipAddress })
    // The link came by mail, so the address is proven by it, too.
    const isConfirmed = await confirmAddress(tx, userId)
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    const cookie = await rememberDevice(tx, userId, { deviceCookie, network: networkOf(ipAddress) })
    return { device: cookie, isNew: isConfirmed }
  })
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
  if (isNew) await announceMember({ db, events }, userId)
  else events.publish({ topics: ['profile'], toAdmins: true })
  return { userId, device }
}
