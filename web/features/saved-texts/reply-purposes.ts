import type { ReplyPurpose } from '../../../contract/endpoints/saved-replies.ts'
import { t } from '../../../contract/translate.ts'

/** The places in which saved replies are offered. */
export const purposeNames: Record<ReplyPurpose, string> = {
  chat: t('Answer in the chat'),
  approval: t('Note of an approval'),
  rejection: t('Reason of a rejection'),
  slip: t('Question for a clearer slip'),
}
