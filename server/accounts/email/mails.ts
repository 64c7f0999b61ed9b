import { emailChangeHours } from '../../../contract/endpoints/email-change.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs, type Mail } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

/** Goes to the new address. Its owner alone can use the link. */
export function confirmNewEmailMail({ t }: Translator, { to, link }: { to: string; link: string }): Mail {
  return {
    to,
    link,
    subject: t('Confirm your new email'),
    text: joinParagraphs(
      t('This address shall become the email of an account at ET.'),
      t('If that is right, open this link within {hours} hours and press the button:', {
        hours: String(emailChangeHours),
      }),
      link,
      t('If you do not know of it, you can ignore this mail: nothing is changed without the link.'),
    ),
  }
}

/** Goes to an address that has an account already. The member who asked learns nothing of it. */
export function addressInUseMail({ t }: Translator, to: string): Mail {
  return {
    to,
    subject: t('This email already has an account'),
    text: joinParagraphs(
      t('Somebody, perhaps you, wanted to use this address for another account at ET.'),
      t(
        'It already belongs to an account, so nothing was changed. To use it elsewhere, give that account another email first.',
      ),
    ),
  }
}

interface Asked {
  /** The new address, shortened. The old address may be read by another person meanwhile. */
  address: string
  /** The reason of an administrator; null if the member asked. */
  reason: string | null
}

/** Goes to the present address, so that its owner can object before the change. */
export function emailChangeAskedMail({ t }: Translator, { address, reason }: Asked): OwnerMail {
  return {
    subject: t('Your account shall get another email'),
    text: joinParagraphs(
      reason === null
        ? t('Your account at ET shall get another email, as was asked for in your profile.')
        : t('An administrator of ET corrects the email of your account. Reason: {reason}', { reason }),
      t('New email: {address}', { address }),
      t('It holds once the link that was mailed there is used. Until then this address stays your email.'),
    ),
  }
}

/** Goes to the old and to the new address. */
export function emailChangedMail({ t }: Translator, address: string): OwnerMail {
  return {
    subject: t('Your email was changed'),
    text: joinParagraphs(
      t('Your account at ET has another email now. Log in with it from now on; your password is the same.'),
      t('New email: {address}', { address }),
    ),
  }
}

/** The details of a member that administrators correct. */
export type DetailName = 'full_name' | 'contact_number' | 'country' | 'state' | 'city' | 'area'

/** Returns their names in the language of a mail. */
export function detailNames({ t }: Translator): Record<DetailName, string> {
  return {
    full_name: t('Full Name'),
    contact_number: t('Contact Number'),
    country: t('Country'),
    state: t('State'),
    city: t('City'),
    area: t('Area'),
  }
}

/** A detail of a member before and after a correction; null for none. */
export interface Correction {
  name: string
  before: string | null
  after: string | null
}

export function detailsCorrectedMail(
  { t, tc }: Translator,
  { corrections, reason }: { corrections: Correction[]; reason: string },
): OwnerMail {
  const show = (value: string | null) => value ?? tc('detail of a person', 'none')
  return {
    subject: t('Your details were corrected'),
    text: joinParagraphs(
      t('An administrator of ET corrected details of your account.'),
      corrections
        .map(({ name, before, after }) =>
          t('{name}: {before} becomes {after}', { name, before: show(before), after: show(after) }),
        )
        .join('\n'),
      t('Reason: {reason}', { reason }),
      t('If something is wrong, write to support in the chat.'),
    ),
  }
}
