import { formatCoins } from '../../../contract/money.ts'
import type { Notice } from '../../../contract/notices.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

interface NoticeLinks {
  /** The page about what happened. */
  url: string
  /** The page that switches such mails off. */
  stopUrl: string
}

/** Tells a member by mail what happened. The mail has no balance, and no address of a person. */
export function noticeMail(translator: Translator, notice: Notice, { url, stopUrl }: NoticeLinks): OwnerMail {
  const { t } = translator
  const { subject, text } = wordsOf(translator, notice)
  return {
    subject,
    text: joinParagraphs(
      text,
      ...(notice.note === null ? [] : [t('Note: {note}', { note: notice.note })]),
      url,
      mailStopText(translator, stopUrl),
    ),
    link: url,
  }
}

/** The last paragraph of a mail that can be switched off. */
export function mailStopText({ t }: Translator, url: string): string {
  return t('You get this mail because your profile asks for it. To get no more of this kind: {url}', { url })
}

function wordsOf(translator: Translator, notice: Notice): { subject: string; text: string } {
  const { t } = translator
  const coins = formatCoins(notice.coins.replace('-', ''))
  const name = notice.other?.full_name ?? ''
  if (notice.kind === 'coins_received') {
    return {
      subject: t('You received {coins} ET', { coins }),
      text: t('{name} sent you {coins} ET.', { name, coins }),
    }
  }
  if (notice.kind === 'reward_received') {
    return {
      subject: t('You earned {coins} ET', { coins }),
      text: t('You earned {coins} ET, because {name} bought a first package.', { name, coins }),
    }
  }
  if (notice.kind === 'transfer_reversed') {
    return {
      subject: t('A transfer to you was reversed'),
      text: t('The transfer of {coins} ET that {name} sent you was reversed. Its coins were taken back.', {
        name,
        coins,
      }),
    }
  }
  if (notice.kind === 'reward_reversed') {
    return {
      subject: t('A reward was reversed'),
      text: t('The first package of {name} was reversed, and your reward of {coins} ET was taken back.', {
        name,
        coins,
      }),
    }
  }
  if (notice.kind === 'balance_corrected') {
    return {
      subject: t('Your balance was corrected'),
      text: notice.coins.startsWith('-')
        ? t('An administrator took {coins} ET from your balance.', { coins })
        : t('An administrator added {coins} ET to your balance.', { coins }),
    }
  }
  const { kind, number } = notice.request ?? { kind: 'buy', number: '' }
  if (notice.kind === 'slip_asked') {
    return {
      subject: t('Your purchase {number} needs a clearer picture', { number }),
      text: t('We could not read the payment slip of your purchase {number}. Please send another one.', { number }),
    }
  }
  if (notice.kind === 'request_reversed') return reversalWords[kind](translator, { number, coins }, notice.is_part)
  const words = notice.kind === 'request_approved' ? approvalWords[kind] : rejectionWords[kind]
  return words(translator, { number, coins }, notice.is_part)
}

type Words = (
  translator: Translator,
  values: { number: string; coins: string },
  isPart: boolean,
) => { subject: string; text: string }

const approvalWords: Record<RequestKind, Words> = {
  buy: ({ t }, values, isPart) => ({
    subject: t('Your purchase {number} was approved', values),
    text: isPart
      ? t('Your purchase {number} was approved in part: {coins} ET were credited.', values)
      : t('Your purchase {number} of {coins} ET was approved.', values),
  }),
  withdrawal: ({ t }, values) => ({
    subject: t('Your withdrawal {number} was approved', values),
    text: t('Your withdrawal {number} of {coins} ET was approved. Its payment follows.', values),
  }),
  transfer: ({ t }, values) => ({
    subject: t('Your transfer {number} was approved', values),
    text: t('Your transfer {number} of {coins} ET was approved.', values),
  }),
}

const rejectionWords: Record<RequestKind, Words> = {
  buy: ({ t }, values) => ({
    subject: t('Your purchase {number} was rejected', values),
    text: t('Your purchase {number} of {coins} ET was rejected. No coins were credited.', values),
  }),
  withdrawal: ({ t }, values) => ({
    subject: t('Your withdrawal {number} was rejected', values),
    text: t('Your withdrawal {number} of {coins} ET was rejected. Its coins are available again.', values),
  }),
  transfer: ({ t }, values) => ({
    subject: t('Your transfer {number} was rejected', values),
    text: t('Your transfer {number} of {coins} ET was rejected. Its coins are available again.', values),
  }),
}

const reversalWords: Record<RequestKind, Words> = {
  buy: ({ t }, values) => ({
    subject: t('Your purchase {number} was reversed', values),
    text: t(
      'Your purchase {number} of {coins} ET was reversed. Its coins were taken back, with a bonus if there was one.',
      values,
    ),
  }),
  withdrawal: ({ t }, values) => ({
    subject: t('Your withdrawal {number} was reversed', values),
    text: t('Your withdrawal {number} of {coins} ET was reversed. Its coins were given back to you.', values),
  }),
  transfer: ({ t }, values) => ({
    subject: t('Your transfer {number} was reversed', values),
    text: t('Your transfer {number} of {coins} ET was reversed. Its coins were given back to you.', values),
  }),
}
