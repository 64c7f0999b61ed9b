import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'
import { unexpected } from '../two-factor/mails.ts'

/** Adds the link "This was not me" to a notice, and the end of the hold that its change began. */
export function withNotMeLink(
  { t }: Translator,
  notice: OwnerMail,
  { link, heldUntil }: { link: string; heldUntil: string | null },
): OwnerMail {
  return {
    ...notice,
    link,
    text: joinParagraphs(
      notice.text.trimEnd(),
      ...(heldUntil === null
        ? []
        : [
            t('No withdrawal and no transfer of yours can be approved before {until} UTC.', {
              until: heldUntil.slice(0, 16).replace('T', ' '),
            }),
          ]),
      t(
        'This was not me: open the following link within 30 days and press the button. It logs every browser out, and stops ' +
          'withdrawals and transfers until you have spoken with support.',
      ),
      link,
    ),
  }
}

/**
 * Reports a sign-in from a browser in which the account was never open before. A member's mail gets the link "This was not
 * me" beside. An administrator has no coins that it could stop, and reads what to do.
 */
export function newDeviceMail(
  { t }: Translator,
  { ipAddress, userAgent, role }: { ipAddress: string; userAgent: string; role: 'user' | 'admin' },
): OwnerMail {
  return {
    subject: t('Your account was opened on a new device'),
    text: joinParagraphs(
      t('Your account at ET was opened in a browser that it does not know yet.'),
      t('Browser: {browser}\nIP address: {address}', { browser: userAgent.slice(0, 200), address: ipAddress }),
      ...(role === 'admin' ? [unexpected({ t })] : []),
    ),
  }
}

export function stoppedMail({ t }: Translator): OwnerMail {
  return {
    subject: t('Your withdrawals and transfers are stopped'),
    text: joinParagraphs(
      t('You told us that a change of your account was not yours. Every browser was logged out.'),
      t('Passkeys that were added in the last 30 days were removed.'),
      t('No withdrawal and no transfer is made until you have spoken with support.'),
      t('Set a new password with "Forgot password" on the log-in page, then log in and write to support in the chat.'),
    ),
  }
}

export function stopLiftedMail({ t }: Translator): OwnerMail {
  return {
    subject: t('You can withdraw and send coins again'),
    text: joinParagraphs(t('Support has let withdrawals and transfers of your account go on.')),
  }
}
