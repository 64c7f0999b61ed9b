import { formatCoins, type Decimal } from '../../contract/money.ts'
import { keepOrder } from '../../contract/translate.ts'

/** Covers an amount if the reader has hidden amounts. */
export type AmountMask = (text: string) => string

export const showAll: AmountMask = (text) => text

/** Formats coins as "5,000 ET", never broken over two lines. */
export function coinsText(coins: Decimal, mask: AmountMask = showAll): string {
  return keepOrder(`${mask(formatCoins(coins))}\u00a0ET`)
}

/** Puts the unit behind a written amount: "50.0000 USDT", never broken over two lines. */
export function usdtAmount(written: string): string {
  return keepOrder(`${written}\u00a0USDT`)
}
