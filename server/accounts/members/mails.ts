import type { Translator } from '../../../contract/translate.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'

/** Goes to the owner, so that they notice a change that another person made. */
export function nameChangedMail({ t }: Translator, from: string, to: string): OwnerMail {
  return {
    subject: t('Your name was changed'),
    text: joinParagraphs(
      t('The name of your account was changed in your profile. Members who send you coins see it.'),
      t('Old name: {from}\nNew name: {to}', { from, to }),
      t(
        'If this was not you, somebody may be able to use your account. Set a new password with "Forgot password" on the ' +
          'log-in page, and contact support at once.',
      ),
    ),
  }
}

/** Goes to the owner, who may not know of the address. */
export function walletSetMail({ t }: Translator, address: string): OwnerMail {
  return {
    subject: t('Your withdrawal address was set'),
    text: joinParagraphs(
      t('The address that your withdrawals are paid to was entered in your profile.'),
      t('Address: {address}', { address: shorten(address) }),
    ),
  }
}

/** Goes to the owner, so that they notice a change that another person made. */
export function walletChangedMail({ t, tc }: Translator, from: string | null, to: string | null): OwnerMail {
  const show = (address: string | null) => (address === null ? tc('address', 'none') : shorten(address))
  return {
    subject: t('Your withdrawal address was changed'),
    text: joinParagraphs(
      t('The address that your withdrawals are paid to was changed in your profile.'),
      t('Old address: {from}\nNew address: {to}', { from: show(from), to: show(to) }),
      t('For 24 hours, whoever approves a withdrawal of yours is shown this change.'),
      t(
        'If this was not you, somebody may be able to use your account. Set a new password with "Forgot password" on the ' +
          'log-in page, and contact support at once.',
      ),
    ),
  }
}

/** Goes to the owner, who may not know of the address. */
export function addressAddedMail({ t }: Translator, address: string): OwnerMail {
  return {
    subject: t('A withdrawal address was added'),
    text: joinParagraphs(
      t('An address that your withdrawals can be paid to was added to your account.'),
      t('Address: {address}', { address: shorten(address) }),
      t('For 24 hours, whoever approves a withdrawal of yours is shown this change.'),
    ),
  }
}

export function addressRemovedMail({ t }: Translator, address: string): OwnerMail {
  return {
    subject: t('A withdrawal address was removed'),
    text: joinParagraphs(
      t('Your withdrawals can no longer be paid to this address.'),
      t('Address: {address}', { address: shorten(address) }),
    ),
  }
}

/** Shows both ends, because it is easy to make another address with the same beginning. */
function shorten(address: string): string {
  const signs = Array.from(address)
  return signs.length <= 16 ? address : `${signs.slice(0, 8).join('')}…${signs.slice(-6).join('')}`
}
