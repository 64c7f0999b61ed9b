import { createNotifyOwner } from '../../accounts/holds/notify-owner.ts'
import { createMailOwner } from '../../platform/mail/mail-owner.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { WriteOwed } from '../../platform/mail/owed-mails.ts'
import { kindFactsOf } from './kinds/kinds.ts'
import { readRequest } from './lists.ts'

/**
 * Creates the function that writes the mail about a submission to the owner of the account, with the link "This was not me". Its days
 * count from the submission. A request that was cancelled meanwhile is mailed all the same, because another person may have made
 * both calls.
 */
export function createSubmittedMails({ publicUrl }: { publicUrl: string }): WriteOwed {
  return async (tx, { ownerId, requestId }) => {
    const request = await readRequest(tx, ownerId, requestId, 'member')
    const { submittedMail } = kindFactsOf(request)
    if (!submittedMail) return undefined
    let written: Mail | undefined
    const mailOwner = createMailOwner({ outbox: { queue: async (_tx, mail) => void (written = mail) } })
    const notifyOwner = createNotifyOwner({ mailOwner, publicUrl, since: request.created_at })
    await notifyOwner(tx, ownerId, (translator) => submittedMail(translator, request))
    return written
  }
}
