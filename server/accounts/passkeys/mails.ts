import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'
import { unexpected } from '../two-factor/mails.ts'

export function passkeyAddedMail({ t }: Translator, name: string): OwnerMail {
  return {
    subject: t('A passkey was added to your account'),
    text: joinParagraphs(
      t('The passkey "{name}" was added to your account. It opens your account without your password.', { name }),
      unexpected({ t }),
    ),
  }
}

export function passkeyRemovedMail({ t }: Translator, name: string, isStillOn: boolean): OwnerMail {
  return {
    subject: t('A passkey was removed from your account'),
    text: joinParagraphs(
      t('The passkey "{name}" was removed from your account. It opens your account no longer.', { name }),
      ...(isStillOn ? [] : [t('Your account has no second factor any more: your password alone opens it.')]),
      unexpected({ t }),
    ),
  }
}
