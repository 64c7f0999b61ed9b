import { formatCoins, formatDecimal, formatRate, formatUsd, formatUsdt } from '../../../contract/money.ts'
import type { BuyQuote } from '../../../contract/buy-quote.ts'
import { kindOf } from './buy-kind.ts'

export interface FigureChange {
  name: string
  before: string
  after: string
}

/** What is no longer as it was, figure by figure, as people read them. */
export function quoteChanges(before: BuyQuote, after: BuyQuote): FigureChange[] {
  return figures.flatMap(([name, show]) => {
    const change = { name, before: show(before), after: show(after) }
    return change.before === change.after ? [] : [change]
  })
}

const figures: [string, (quote: BuyQuote) => string][] = [
  ['You send', (quote) => `${formatUsdt(quote.usdt_amount)}\u00a0USDT`],
  ['Price', (quote) => formatUsd(quote.amount_usd)],
  ['USDT rate', (quote) => showUsdtRate(quote)],
  ['Kind', kindOf],
  ['Bonus', (quote) => `${formatCoins(quote.bonus_coins)}\u00a0ET`],
  ['You receive', (quote) => `${formatCoins(quote.received_coins)}\u00a0ET`],
  ['Platform rate of ET', (quote) => formatRate(quote.rate, 5)],
]

/** Four decimals as everywhere, unless it has more that make a difference, and the mark of one that merely stands in. */
function showUsdtRate({ usdt_rate: rate, usdt_rate_is_fallback: isFallback }: BuyQuote): string {
  return `$${formatDecimal(rate, 4, 8)}${isFallback ? ' (fallback)' : ''}`
}
