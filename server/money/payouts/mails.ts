import type { Payout } from '../../../contract/payouts.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'
import { mailStopText } from '../notices/mails.ts'

type MailedPayout = Pick<Payout, 'number' | 'usdt_amount' | 'wallet_address' | 'hash'> & {
  /** The address of the request in the member's account. */
  url: string
}

export function payoutSentMail(
  translator: Translator,
  { number, usdt_amount: usdt, wallet_address: address, hash, url }: MailedPayout,
  stopUrl: string,
): OwnerMail {
  const { t } = translator
  return {
    subject: t('Your withdrawal {number} was sent', { number }),
    text: joinParagraphs(
      t('The payment of your withdrawal {number} was sent.', { number }),
      t('Amount: {usdt} USDT\nAddress: {address}\nTransaction: {hash}', {
        usdt: usdt ?? '',
        address,
        hash: hash ?? '',
      }),
      t('It can take some minutes until it is on your wallet. You can follow it here:'),
      url,
      mailStopText(translator, stopUrl),
    ),
  }
}

export function payoutFailedMail({ t }: Translator, { number, url }: MailedPayout): OwnerMail {
  return {
    subject: t('The payment of your withdrawal {number} failed', { number }),
    text: joinParagraphs(
      t('The payment of your withdrawal {number} failed. It will be sent again, and there is nothing for you to do.', {
        number,
      }),
      url,
    ),
  }
}
