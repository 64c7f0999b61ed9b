import type { ReactNode } from 'react'
import { formatUsdt } from '../../../../contract/money.ts'
import type { Notice } from '../../../../contract/notices.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText, type AmountMask } from '../../../lib/coins-text.ts'
import { richText } from '../../../lib/rich-text.ts'
import { PersonName } from '../../../ui/person-name.tsx'

/** Says in one sentence what happened, in the language of the page. */
export function noticeText(notice: Notice, mask: AmountMask): ReactNode {
  const { kind, request, is_part: isPart } = notice
  const isNegative = notice.coins.startsWith('-')
  const coins = coinsText(isNegative ? notice.coins.slice(1) : notice.coins, mask)
  const name = <PersonName>{notice.other?.full_name ?? ''}</PersonName>
  const usdt = `${mask(formatUsdt(notice.usdt_amount ?? '0'))}\u00a0USDT`
  switch (kind) {
    case 'request_approved':
      if (isPart) return t('Your purchase was approved in part: {coins} were credited.', { coins })
      return decisionTexts.approved[request?.kind ?? 'buy'](coins)
    case 'request_rejected':
      return decisionTexts.rejected[request?.kind ?? 'buy'](coins)
    case 'request_expired':
      return t('Your purchase of {coins} expired without a decision.', { coins })
    case 'slip_asked':
      return t('Your purchase of {coins} needs a clearer picture of its slip.', { coins })
    case 'closure_withdrawn':
      return t('Your account stays open, because something stood in the way when it was to be closed.')
    case 'coins_received':
      return richText('{name} sent you {coins}.', { name, coins })
    case 'reward_received':
      return richText('You earned {coins}: {name} bought a first package.', { name, coins })
    case 'balance_corrected':
      return isNegative
        ? t('An administrator took {coins} from your balance.', { coins })
        : t('An administrator added {coins} to your balance.', { coins })
    case 'request_reversed':
      return decisionTexts.reversed[request?.kind ?? 'buy'](coins)
    case 'transfer_reversed':
      return richText('The transfer of {coins} that {name} sent you was reversed. Its coins were taken back.', {
        name,
        coins,
      })
    case 'reward_reversed':
      return richText('The first package of {name} was reversed, and your reward of {coins} was taken back.', {
        name,
        coins,
      })
    case 'debt_repaid':
      return t('{coins} of the coins that you received have repaid what you owed after a reversal.', { coins })
    case 'payout_sent':
      return t('The payment of your withdrawal, {usdt}, was sent.', { usdt })
    case 'payout_corrected':
      return t('The payment of your withdrawal, {usdt}, has another transaction hash now.', { usdt })
    case 'payout_failed':
      return t('The payment of your withdrawal, {usdt}, failed. It will be sent again.', { usdt })
    case 'payout_confirmed':
      return t('The payment of your withdrawal, {usdt}, is confirmed on the network.', { usdt })
  }
}

const decisionTexts = {
  reversed: {
    buy: (coins: string) =>
      t('Your purchase of {coins} was reversed. Its coins were taken back, with a bonus if there was one.', { coins }),
    withdrawal: (coins: string) =>
      t('Your withdrawal of {coins} was reversed. Its coins were given back to you.', { coins }),
    transfer: (coins: string) =>
      t('Your transfer of {coins} was reversed. Its coins were given back to you.', { coins }),
  },
  approved: {
    buy: (coins: string) => t('Your purchase of {coins} was approved.', { coins }),
    withdrawal: (coins: string) => t('Your withdrawal of {coins} was approved.', { coins }),
    transfer: (coins: string) => t('Your transfer of {coins} was approved.', { coins }),
  },
  rejected: {
    buy: (coins: string) => t('Your purchase of {coins} was rejected.', { coins }),
    withdrawal: (coins: string) =>
      t('Your withdrawal of {coins} was rejected, and its coins are available again.', { coins }),
    transfer: (coins: string) =>
      t('Your transfer of {coins} was rejected, and its coins are available again.', { coins }),
  },
}
