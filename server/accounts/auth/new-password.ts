import { sql } from 'kysely'
import type { AuditAction } from '../../../contract/endpoints/audit.ts'
import { isCommonPassword } from '../../../contract/common-passwords.ts'
import type { FaultCode } from '../../../contract/faults.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { voidTokens } from './email-tokens.ts'
import { passwordChangedMail } from './mails.ts'

/**
 * Refuses an administrator's password that breaks the rules of their registration. Members have only the length to
 * keep.
 */
export function checkNewPassword(role: 'user' | 'admin', password: string): void {
  if (role === 'user') return
  const isMixed = /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password)
  if (!isMixed) refuse('adminPasswordWeak')
  if (isCommonPassword(password)) refuse('adminPasswordCommon')
}

interface NewPassword {
  userId: string
  passwordHash: string
  action: Extract<AuditAction, 'password_reset' | 'password_changed'>
  ipAddress: string
}

/**
 * Sets a password; the caller holds the account's lock. All links that were mailed become void. The owner gets a mail,
 * because another person may have set the password.
 */
export async function setPassword(
  tx: Tx,
  mailOwner: MailOwner,
  { userId, passwordHash, action, ipAddress }: NewPassword,
): Promise<void> {
  await tx
    .updateTable('credentials')
    .set({ password_hash: passwordHash, password_changed_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute()
  await voidTokens(tx, userId)
  await recordAudit(tx, { action, actorId: userId, subjectId: userId, ipAddress })
  await mailOwner(tx, userId, passwordChangedMail)
}

function refuse(code: FaultCode): never {
  throw new Refusal('invalid_request', { fields: { password: { code } } })
}
