import type { Decimal } from '../../contract/money.ts'
import type { GlobalPlatformStats } from '../../contract/stats.ts'

/** USD per ET while the platform has returned no rate. */
export const defaultRate: Decimal = '0.01'

/** Returns the rate for estimates. Without an answer, or without a rate in it, that is the default rate. */
export function rateOf(stats: Partial<GlobalPlatformStats> = {}): Decimal {
  return stats.et_rate ?? defaultRate
}
