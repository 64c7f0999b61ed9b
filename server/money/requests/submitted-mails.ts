import type { Db } from '../../platform/db/client.ts'
import { readMailReader } from '../../platform/mail/mail-owner.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import type { OwedMail } from '../../platform/mail/owed-mails.ts'
import { kindFactsOf } from './kinds/kinds.ts'
import { readRequest } from './lists.ts'

/**
 * Writes the mail about a submission to the owner of the account. A request that was cancelled meanwhile is mailed all the same,
 * because another person may have made both calls. Returns undefined for a closed account.
 */
export async function writeSubmittedMail(db: Db, { ownerId, requestId }: OwedMail): Promise<Mail | undefined> {
  const owner = await readMailReader(db, ownerId)
  if (!owner) return undefined
  const request = await readRequest(db, ownerId, requestId, 'member')
  const { submittedMail } = kindFactsOf(request)
  return submittedMail ? { ...submittedMail(translatorFor(owner.language), request), to: owner.email } : undefined
}
