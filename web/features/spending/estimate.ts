import { multiply, type Decimal } from '../../../contract/money.ts'

export interface KnownRate {
  /** USD per ET. */
  value: Decimal
  /** The time of the answer with the rate, in milliseconds since 1970; null while the default stands in. */
  at: number | null
}

/** The value that a person reads before they submit. */
export interface Estimate {
  rate: KnownRate
  usd: Decimal
}

/** Returns the value of coins at a rate, rounded as the server does. */
export function estimate(coins: Decimal, rate: KnownRate): Estimate {
  return { rate, usd: multiply(coins, rate.value, 2) }
}
