import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs, type Mail } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

interface SignUpMail {
  to: string
  publicUrl: string
  token: string
  /** The name of the member whom the form names as referrer. */
  referrerName: string | null | undefined
}

/** The token stands behind "#", because browsers never send that part to a server and so no log contains it. */
export function confirmationMail(translator: Translator, { to, publicUrl, token, referrerName }: SignUpMail): Mail {
  const { t } = translator
  const link = `${publicUrl}/login#confirm=${token}`
  return {
    to,
    link,
    subject: t('Confirm your email'),
    text: joinParagraphs(
      t('Welcome to ET.'),
      t('Please confirm your email address by opening this link within 24 hours:'),
      link,
      ...aboutForm(translator, referrerName),
      t('If you did not sign up, you can ignore this mail.'),
    ),
  }
}

/** For an address that was signed up more than once. Only its owner can tell which of the forms is theirs. */
export function setPasswordMail(translator: Translator, { to, publicUrl, token, referrerName }: SignUpMail): Mail {
  const { t } = translator
  const link = resetLink(publicUrl, token)
  return {
    to,
    link,
    subject: t('Confirm your email'),
    text: joinParagraphs(
      t('Welcome to ET.'),
      t(
        'This email address was signed up more than once. Please confirm it and set your password by opening this link ' +
          'within 24 hours:',
      ),
      link,
      ...aboutForm(translator, referrerName),
      t('The passwords of the forms are void. If you did not sign up, you can ignore this mail.'),
    ),
  }
}

// A stranger may have chosen the name of the referrer, so the mail has no room for a message in it.
const nameLength = 40

/** Says who the form names as referrer, and that the reader has the last word about the form. */
function aboutForm({ t }: Translator, referrerName: string | null | undefined): string[] {
  const again = t('If something in the form is wrong, you can fill it in again there.')
  if (!referrerName) return [again]
  const signs = Array.from(referrerName)
  const name = signs.length > nameLength ? `${signs.slice(0, nameLength - 1).join('')}…` : referrerName
  return [t('The form says that “{name}” invited you. You are asked there if that is right.', { name }), again]
}

/** For a member whom an administrator added. */
export function welcomeMail({ t }: Translator, to: string, publicUrl: string, token: string): Mail {
  const link = resetLink(publicUrl, token)
  return {
    to,
    link,
    subject: t('Set your password'),
    text: joinParagraphs(
      t('Welcome to ET. An administrator made an account for you.'),
      t('Please set your password by opening this link within 24 hours:'),
      link,
      t('If you did not expect this, you can ignore this mail.'),
    ),
  }
}

export function recoveryMail({ t }: Translator, to: string, publicUrl: string, token: string): Mail {
  const link = resetLink(publicUrl, token)
  return {
    to,
    link,
    subject: t('Set a new password'),
    text: joinParagraphs(
      t('Somebody, perhaps you, asked to set a new password for your account at ET.'),
      t('Please open this link within 60 minutes:'),
      link,
      t('If it was not you, you can ignore this mail: nothing has been changed.'),
    ),
  }
}

/** Goes to the owner, so that they notice a change that another person made. */
export function passwordChangedMail({ t }: Translator): OwnerMail {
  return {
    subject: t('Your password was changed'),
    text: joinParagraphs(
      t('The password of your account at ET was changed, and every session was signed out.'),
      t(
        'If this was not you, somebody may be able to use your account. Set a new password with "Forgot password" on the ' +
          'log-in page, and contact support.',
      ),
    ),
  }
}

/** Goes to the owner of an address that is signed up again. The sender of the form learns nothing of the account. */
export function accountExistsMail({ t }: Translator, to: string, publicUrl: string): Mail {
  return {
    to,
    subject: t('You already have an account'),
    text: joinParagraphs(
      t('Somebody, perhaps you, signed up at ET with this email address, which already has an account.'),
      t('Nothing was changed. You can log in here:'),
      `${publicUrl}/login`,
    ),
  }
}

function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password#access_token=${token}&type=recovery`
}
