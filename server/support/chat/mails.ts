import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'
import { mailStopText } from '../../money/notices/mails.ts'

interface UnreadReply {
  /** True if an unread message has a file. */
  hasFile: boolean
  /** The page that opens the chat. */
  url: string
  /** The page that switches such mails off. */
  stopUrl: string
}

/** Tells a member of an unread answer. The answer and its files stay in the chat, as a mail passes through other hands. */
export function unreadReplyMail(translator: Translator, { hasFile, url, stopUrl }: UnreadReply): OwnerMail {
  const { t } = translator
  return {
    subject: t('Support has answered you'),
    text: joinParagraphs(
      hasFile
        ? t('Support has sent you a file in the chat, and you have not seen it yet.')
        : t('Support has answered you in the chat, and you have not read it yet.'),
      url,
      mailStopText(translator, stopUrl),
    ),
    link: url,
  }
}
