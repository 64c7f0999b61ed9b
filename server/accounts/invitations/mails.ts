import { dutyNamesIn } from '../../../contract/duty-names.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs, type Mail } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

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

interface InvitationNews {
  /** The name of the owner who made the invitation. */
  by: string
  /** The only address that may register with it; undefined if every person with the link may. */
  email: string | undefined
  duty: Duty
}

/** Tells an owner that an administrator was invited. The mail does not hold the link. */
export function invitationMadeMail({ t, tc }: Translator, { by, email, duty }: InvitationNews): OwnerMail {
  const named = { by, duty: dutyNamesIn({ tc })[duty] }
  return {
    subject: t('An administrator was invited'),
    text: joinParagraphs(
      email === undefined
        ? t('{by} made a link by which one person becomes an administrator of ET. The duty will be: {duty}.', named)
        : t('{by} invited {email} to become an administrator of ET. The duty will be: {duty}.', { ...named, email }),
      t(
        'You get this mail because you are an owner. If this is not right, revoke the invitation and look at the audit log.',
      ),
    ),
  }
}
