import { formatCoins, type Decimal } from '../../../contract/money.ts'

/** Formats coins as "1,000 ET", never broken over two lines. */
export function coinsText(coins: Decimal): string {
  return `${formatCoins(coins)}\u00a0ET`
}
