import { sql } from 'kysely'
import type { SignUpRenewal } from '../../../contract/auth-bodies.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Events } from '../../platform/events/events.ts'
import { lockAccount } from '../../platform/sessions.ts'
import { replaceSignUpDetails } from '../members/members.ts'
import { announceMember, confirmEmailAddress } from './confirm-email-address.ts'
import { findSignUpOfToken, voidTokens } from './email-tokens.ts'
import { hashPassword } from './passwords.ts'
import { checkSignUpChoices } from './sign-up-choices.ts'

/**
 * Replaces the whole form of a sign-up, its referrer and its password included, for the owner of the address, and confirms
 * the address. The token of a mailed link proves the owner. So the owner has the last word, however many forms strangers
 * have sent with the address.
 */
export async function renewSignUp(
  { db, events }: { db: Db; events: Events },
  { token, ...form }: SignUpRenewal,
  { ipAddress, language }: { ipAddress: string; language: string },
): Promise<void> {
  const { userId, email } = await findSignUpOfToken(db, token)
  if (form.email !== email) throw new Refusal('link_invalid')
  const { details } = await checkSignUpChoices(db, form)
  const passwordHash = await hashPassword(form.password)
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, userId)
    // Asked again under the lock, because another call may have confirmed the address meanwhile.
    await findSignUpOfToken(tx, token)
    await replaceSignUpDetails(tx, userId, { email, ...details }, token)
    await tx
      .updateTable('credentials')
      .set({ password_hash: passwordHash, password_changed_at: sql`now()`, language })
      .where('user_id', '=', userId)
      .execute()
    await voidTokens(tx, userId)
    // The form itself says who the referrer is.
    const isConfirmed = await confirmEmailAddress(tx, { userId, token, referrer: 'keep', ipAddress })
    if (!isConfirmed) throw new Refusal('link_invalid')
    await recordAudit(tx, { action: 'sign_up_renewed', actorId: userId, subjectId: userId, ipAddress })
  })
  await announceMember({ db, events }, userId)
}
