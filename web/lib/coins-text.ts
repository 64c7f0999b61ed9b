import { formatCoins, type Decimal } from '../../contract/money.ts'

/** Covers an amount if the reader has hidden amounts. */
export type Veil = (text: string) => string

export const showAll: Veil = (text) => text

/** Formats coins as "5,000 ET", never broken over two lines. */
export function coinsText(coins: Decimal, veil: Veil = showAll): string {
  return `${veil(formatCoins(coins))}\u00a0ET`
}
