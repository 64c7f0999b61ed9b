import type { OwnerMail } from '../outbox/outbox.ts'
import { textOf } from '../outside/mail.ts'

const unexpected =
  'If this was not you, somebody may be able to use your account. Set a new password with "Forgot password" on the ' +
  'log-in page, and contact support.'

export function turnedOnMail(): OwnerMail {
  return mail(
    'Two-factor authentication is on',
    'Two-factor authentication was turned on for your account. From now on you log in with a code of your authenticator app, too.',
    'All your other sessions were signed out.',
    unexpected,
  )
}

export function replacedMail(): OwnerMail {
  return mail(
    'Your authenticator app was replaced',
    'Another authenticator app was set up for your account. Codes of the old one, and the old recovery codes, are void.',
    'All your other sessions were signed out.',
    unexpected,
  )
}

export function turnedOffMail(): OwnerMail {
  return mail(
    'Two-factor authentication is off',
    'Two-factor authentication was turned off for your account. From now on your password alone opens it.',
    unexpected,
  )
}

/** For an administrator's reset, on the wish of somebody who lost both the telephone and the recovery codes. */
export function resetMail(): OwnerMail {
  return mail(
    'Two-factor authentication was reset',
    'An administrator turned two-factor authentication off for your account. Please set it up again after you have logged in.',
    unexpected,
  )
}

export function renewedCodesMail(): OwnerMail {
  return mail(
    'You have new recovery codes',
    'New recovery codes were made for your account. The old ones are void.',
    unexpected,
  )
}

export function recoveryCodeMail(left: number): OwnerMail {
  return mail(
    'A recovery code was used',
    'A recovery code of your account was used in place of a code of your authenticator app.',
    `You have ${left} left. You can make new ones in your profile.`,
    unexpected,
  )
}

function mail(subject: string, ...paragraphs: string[]): OwnerMail {
  return { subject, text: textOf(...paragraphs) }
}
