import type { TransferRequest, WithdrawalRequest } from '../../../contract/requests.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

interface ExpiredBuy {
  /** The number that people use for the request. */
  number: string
  /** The address of the request in the member's account. */
  url: string
}

/** Goes to a member when a purchase was not decided in time. The member may have paid, so the mail says what to do then. */
export function buyExpiredMail({ t }: Translator, { number, url }: ExpiredBuy): OwnerMail {
  return {
    subject: t('Your purchase {number} has expired', { number }),
    text: joinParagraphs(
      t('Your purchase {number} waited too long for a decision and has expired. No coins were credited for it.', {
        number,
      }),
      t('If you have not paid, there is nothing to do.'),
      t(
        'If you have paid, do not pay again: your payment is not lost. Open the purchase, send it once more with the slip ' +
          'of your payment, or write to support:',
      ),
      url,
    ),
  }
}

/** The most numbers that a mail names. The others are counted. */
const namedMax = 20

/** Tells an owner of requests that have become overdue. */
export function overdueMail({ t, tn }: Translator, { numbers, url }: { numbers: string[]; url: string }): OwnerMail {
  const others = numbers.length - namedMax
  return {
    subject: tn('{count} request is overdue', '{count} requests are overdue', numbers.length),
    text: joinParagraphs(
      t(
        'These requests wait longer than their limit. It stands on the page where they are decided, ' +
          'or is the time that the member’s package promises:',
      ),
      numbers.slice(0, namedMax).join('\n'),
      ...(others > 0 ? [tn('And {count} more.', 'And {count} more.', others)] : []),
      t('The dashboard leads to them:'),
      url,
    ),
  }
}

export function withdrawalSubmittedMail(
  { t }: Translator,
  { number, amount_coins: coins, wallet_address: address }: WithdrawalRequest,
): OwnerMail {
  return {
    subject: t('A withdrawal was asked for: {number}', { number }),
    text: joinParagraphs(
      t('A withdrawal of {coins} coins was asked for from your account.', { coins }),
      t('Number: {number}\nAddress: {address}', { number, address }),
    ),
  }
}

export function transferSubmittedMail(
  { t }: Translator,
  { number, amount_coins: coins, recipient_member_id: memberId }: TransferRequest,
): OwnerMail {
  return {
    subject: t('A transfer was asked for: {number}', { number }),
    text: joinParagraphs(
      t('A transfer of {coins} coins was asked for from your account.', { coins }),
      t('Number: {number}\nRecipient: {memberId}', { number, memberId }),
    ),
  }
}
