import type * as z from 'zod/mini'
import type { sendConfirmationBody } from '../../../contract/auth-bodies.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { mailConfirmation } from './resend-confirmation.ts'
import { checkPassword, refusalFor, type SignInDeps } from './sign-in.ts'

/**
 * Mails the confirmation link again to a caller who has the password of an account that waits for confirmation. Any
 * other caller gets the same answer as from a sign-in, after the same time. So it reveals no more than a sign-in does.
 */
export async function sendConfirmation(
  deps: Pick<SignInDeps, 'db' | 'limits'> & { outbox: Outbox; config: { publicUrl: string } },
  form: z.output<typeof sendConfirmationBody>,
  client: { ipAddress: string; userAgent: string; deviceCookie: string | undefined },
): Promise<void> {
  const { db, limits } = deps
  const { account, subject } = await checkPassword(deps, form, client)
  await limits.giveBack('sign_in_account', subject)
  const refusal = refusalFor(account, 'member')
  if (refusal?.code !== 'account_inactive') throw refusal ?? new Refusal('email_confirmed_already')
  await limits.take('confirmation_mail', form.email)
  await inTransaction(db, async (tx) => {
    await mailConfirmation(tx, deps, account.id)
    const { ipAddress } = client
    await recordAudit(tx, { action: 'confirmation_resent', actorId: null, subjectId: account.id, ipAddress })
  })
}
