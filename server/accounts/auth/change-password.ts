import type * as z from 'zod/mini'
import type { changePasswordBody } from '../../../contract/recovery.ts'
import { recordActionWithoutChange } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createSession, deleteOtherSessions, lockAccount } from '../../platform/sessions.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { hasTwoFactor } from '../two-factor/two-factor.ts'
import { checkNewPassword, setPassword } from './new-password.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export interface ChangePasswordDeps {
  db: Db
  events: Events
  limits: Pick<Limits, 'checkGuess'>
  mailOwner: MailOwner
  write: Write
}

interface Caller {
  userId: string
  ipAddress: string
  userAgent: string
}

/**
 * Sets a new password. The caller proves themself with the current one and, where a second factor is on, with a fresh
 * proof. All sessions of the account end. This browser gets a new session, and the function returns its cookie.
 */
export async function changePassword(
  { db, events, limits, mailOwner, write }: ChangePasswordDeps,
  caller: Caller,
  form: z.output<typeof changePasswordBody>,
  requireProof: () => Promise<void>,
): Promise<string> {
  const { userId, ipAddress } = caller
  const account = await readAccount(db, userId)
  const isRight = await limits.checkGuess(userId, async () =>
    verifyPassword(account.password_hash, form.currentPassword, { lane: 'proof', accountId: userId }),
  )
  if (!isRight) {
    await recordActionWithoutChange(db, {
      action: 'password_change_refused',
      actorId: userId,
      subjectId: userId,
      ipAddress,
    })
    refuseCurrent()
  }
  checkNewPassword(account.role, form.password)
  if (await hasTwoFactor(db, userId)) await requireProof()
  const passwordHash = await hashPassword(form.password, { lane: 'proof', accountId: userId })
  const session = await write(async (tx, judge) => {
    await lockAccount(tx, userId)
    // An administrator or another browser may have ended this session meanwhile. Such a caller gets no new session.
    await judge()
    // Another call may have changed the password first. Then the typed password is no longer the current one.
    if ((await readAccount(tx, userId)).password_hash !== account.password_hash) refuseCurrent()
    await setPassword(tx, mailOwner, { userId, passwordHash, action: 'password_changed', ipAddress })
    const created = await createSession(tx, caller)
    await deleteOtherSessions(tx, { userId, id: created.id })
    return created
  })
  events.publish({ topics: ['session'], userIds: [userId] })
  return session.cookie
}

async function readAccount(db: Db, userId: string) {
  return db
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(['p.role', 'c.password_hash'])
    .where('p.id', '=', userId)
    .executeTakeFirstOrThrow()
}

function refuseCurrent(): never {
  throw new Refusal('password_wrong', { field: 'currentPassword' })
}
