import { multiply, type Decimal } from '../../../contract/money.ts'

export interface KnownRate {
  /** USD per ET. */
  value: Decimal
  /** When the server said so, in milliseconds since 1970; null while it has not, and the rate of the start stands in. */
  at: number | null
}

/** What a coin is worth as long as the server has named no rate. */
export const startRate: Decimal = '0.01'

/** What somebody reads before they submit. */
export interface Estimate {
  rate: KnownRate
  usd: Decimal
}

/** What coins are worth at a rate, rounded as the server does. */
export function estimate(coins: Decimal, rate: KnownRate): Estimate {
  return { rate, usd: multiply(coins, rate.value, 2) }
}
