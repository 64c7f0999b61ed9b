import type { Translator } from '../../../contract/translate.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'

export function twoFactorOnMail({ t }: Translator): OwnerMail {
  return {
    subject: t('Two-factor authentication is on'),
    text: joinParagraphs(
      t(
        'Two-factor authentication was turned on for your account. From now on you log in with a code of your authenticator app, too.',
      ),
      t('All your other sessions were signed out.'),
      unexpected({ t }),
    ),
  }
}

export function authenticatorReplacedMail({ t }: Translator): OwnerMail {
  return {
    subject: t('Your authenticator app was replaced'),
    text: joinParagraphs(
      t(
        'Another authenticator app was set up for your account. Codes of the old one, and the old recovery codes, are void.',
      ),
      t('All your other sessions were signed out.'),
      unexpected({ t }),
    ),
  }
}

export function twoFactorOffMail({ t }: Translator): OwnerMail {
  return {
    subject: t('Two-factor authentication is off'),
    text: joinParagraphs(
      t('Two-factor authentication was turned off for your account. From now on your password alone opens it.'),
      unexpected({ t }),
    ),
  }
}

/** Reports that the app is gone while passkeys are left. */
export function appRemovedMail({ t }: Translator): OwnerMail {
  return {
    subject: t('Your authenticator app was removed'),
    text: joinParagraphs(
      t('The authenticator app of your account was removed. From now on you log in with a passkey or a recovery code.'),
      unexpected({ t }),
    ),
  }
}

/** Reports an administrator's reset, which a person asks for after losing both the telephone and the recovery codes. */
export function twoFactorResetMail({ t }: Translator): OwnerMail {
  return {
    subject: t('Two-factor authentication was reset'),
    text: joinParagraphs(
      t(
        'An administrator turned two-factor authentication off for your account and removed its passkeys. Please set it up again after you have logged in.',
      ),
      unexpected({ t }),
    ),
  }
}

export function recoveryCodesRenewedMail({ t }: Translator): OwnerMail {
  return {
    subject: t('You have new recovery codes'),
    text: joinParagraphs(t('New recovery codes were made for your account. The old ones are void.'), unexpected({ t })),
  }
}

export function recoveryCodeUsedMail({ t }: Translator, left: number): OwnerMail {
  return {
    subject: t('A recovery code was used'),
    text: joinParagraphs(
      t('A recovery code of your account was used in place of a code of your authenticator app.'),
      t('You have {left} left. You can make new ones in your profile.', { left }),
      unexpected({ t }),
    ),
  }
}

export function unexpected({ t }: Pick<Translator, 't'>): string {
  return t(
    'If this was not you, somebody may be able to use your account. Set a new password with "Forgot password" on the ' +
      'log-in page, and contact support.',
  )
}
