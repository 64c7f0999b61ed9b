import { formatCoins, type Decimal } from '../../../contract/money.ts'

/** "1,000 ET", which never part at the end of a line. */
export function coinsText(coins: Decimal): string {
  return `${formatCoins(coins)}\u00a0ET`
}
