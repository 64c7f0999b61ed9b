import { multiply, type Decimal } from '../../../contract/money.ts'

export interface KnownRate {
  /** USD per ET. */
  value: Decimal
  /** When the server said so, in milliseconds since 1970; null while it has not, and the default stands in. */
  at: number | null
}

/** What somebody reads before they submit. */
export interface Estimate {
  rate: KnownRate
  usd: Decimal
}

/** What coins are worth at a rate, rounded as the server does. */
export function estimate(coins: Decimal, rate: KnownRate): Estimate {
  return { rate, usd: multiply(coins, rate.value, 2) }
}
