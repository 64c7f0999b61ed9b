import { requestKinds } from '../../../contract/endpoints/requests.ts'
import type { RequestKind, TransferRequest, WithdrawalRequest } from '../../../contract/requests.ts'
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

interface RequestNews {
  /** The number of requests of each kind that have arrived since the last mail. */
  arrived: Record<RequestKind, number>
  /** The number of each kind that waits for a decision. */
  waiting: Record<RequestKind, number>
  /** The page that leads to the requests. */
  url: string
  /** The page on which the administrator chooses these mails. */
  choiceUrl: string
}

/** Tells an administrator how many requests have arrived. A mail passes through other hands, so it has numbers alone. */
export function requestNewsMail(translator: Translator, { arrived, waiting, url, choiceUrl }: RequestNews): OwnerMail {
  const { t, tn } = translator
  const count = requestKinds.reduce((sum, kind) => sum + arrived[kind], 0)
  const linesOf = (counts: Record<RequestKind, number>) =>
    requestKinds.flatMap((kind) => (counts[kind] > 0 ? [countWords[kind](translator, counts[kind])] : [])).join('\n')
  const open = linesOf(waiting)
  return {
    subject: tn('{count} new request', '{count} new requests', count),
    text: joinParagraphs(
      t('New requests:'),
      linesOf(arrived),
      ...(open === '' ? [t('No request waits for a decision.')] : [t('These wait for a decision:'), open]),
      url,
      t('You get this mail because you chose it. To choose again: {url}', { url: choiceUrl }),
    ),
    link: url,
  }
}

const countWords: Record<RequestKind, (translator: Translator, count: number) => string> = {
  buy: ({ tn }, count) => tn('{count} purchase', '{count} purchases', count),
  withdrawal: ({ tn }, count) => tn('{count} withdrawal', '{count} withdrawals', count),
  transfer: ({ tn }, count) => tn('{count} transfer', '{count} transfers', count),
}
