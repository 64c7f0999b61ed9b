import { formatRate, formatUsd, formatUsdt } from '../../../../contract/money.ts'
import type { BuyQuote } from '../../../../contract/buy-quote.ts'
import { t } from '../../../../contract/translate.ts'
import { buyKindName } from '../../../features/requests/buy-kind.ts'
import { coinsText } from '../../../lib/coins-text.ts'

export interface FigureChange {
  name: string
  before: string
  after: string
}

/** Returns the figures that differ between two quotes, as people read them. */
export function quoteChanges(before: BuyQuote, after: BuyQuote): FigureChange[] {
  return figures.flatMap(([name, show]) => {
    const change = { name, before: show(before), after: show(after) }
    return change.before === change.after ? [] : [change]
  })
}

const figures: [string, (quote: BuyQuote) => string][] = [
  [t('You send'), (quote) => `${formatUsdt(quote.usdt_amount)}\u00a0USDT`],
  [t('Price'), (quote) => formatUsd(quote.amount_usd)],
  [t('USDT rate'), showUsdtRate],
  [t('Kind'), buyKindName],
  [t('Bonus'), (quote) => coinsText(quote.bonus_coins)],
  [t('You receive'), (quote) => coinsText(quote.received_coins)],
  [t('Platform rate of ET'), (quote) => formatRate(quote.rate, 5)],
]

/** Shows the rate with four decimals, and up to eight if it has more. A fallback rate is marked. */
function showUsdtRate({ usdt_rate: rate, usdt_rate_is_fallback: isFallback }: BuyQuote): string {
  const shown = formatUsd(rate, 4, 8)
  return isFallback ? t('{rate} (fallback)', { rate: shown }) : shown
}
