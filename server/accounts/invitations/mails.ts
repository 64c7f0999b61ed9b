import { dutyNamesIn } from '../../../contract/duty-names.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs, type Mail } from '../../platform/mail/mail.ts'

/** Invites the owner of an address to become an administrator. The link works for that address only. */
export function invitationMail(
  { t, tc }: Translator,
  { to, duty, link }: { to: string; duty: Duty; link: string },
): Mail {
  const paragraphs = [
    t('An administrator of ET invites you to become one, too.'),
    t('Your duty will be: {duty}.', { duty: dutyNamesIn({ tc })[duty] }),
    t('Please register with this email address by opening this link within 24 hours:'),
    link,
    t('If you did not expect this, you can ignore this mail.'),
  ]
  return { to, link, subject: t('You are invited to administer ET'), text: joinParagraphs(...paragraphs) }
}
