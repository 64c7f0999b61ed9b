import type { MailOwner } from '../../platform/mail/outbox.ts'
import { createNotMeToken } from '../auth/email-tokens.ts'
import { withNotMeLink } from './mails.ts'
import { readOutgoingState } from './outgoing-state.ts'

interface NotifyDeps {
  mailOwner: MailOwner
  publicUrl: string
  /** The moment of the change, from which the days of the link count; without it, now. */
  since?: string
}

/**
 * Creates the function that mails a notice to an account's owner. No setting switches notices off. A member's notice has a
 * single-use link by which its reader says that the change was not theirs.
 */
export function createNotifyOwner({ mailOwner, publicUrl, since }: NotifyDeps): MailOwner {
  return async (tx, userId, write, address) => {
    const { role } = await tx.selectFrom('profiles').select('role').where('id', '=', userId).executeTakeFirstOrThrow()
    if (role === 'admin') return mailOwner(tx, userId, write, address)
    const link = `${publicUrl}/not-me#token=${await createNotMeToken(tx, userId, since)}`
    const { hold } = await readOutgoingState(tx, userId)
    const heldUntil = hold && new Date(hold.until).toISOString()
    return mailOwner(
      tx,
      userId,
      (translator) => withNotMeLink(translator, write(translator), { link, heldUntil }),
      address,
    )
  }
}
