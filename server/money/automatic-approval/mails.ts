import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

/** Goes to all owners when an administrator stops the automatic approval. */
export function stoppedMail({ t }: Translator, by: string): OwnerMail {
  return {
    subject: t('The automatic approval was stopped'),
    text: joinParagraphs(
      t('{by} stopped the automatic approval of purchases. People decide all purchases from now on.', { by }),
      t('What it has approved stays approved. It starts again by a change of the settings that two owners make.'),
    ),
  }
}
