import type { Decimal } from '../../contract/money.ts'
import type { GlobalPlatformStats } from '../../contract/stats.ts'

/** USD per ET where the platform returned no rate. */
export const defaultRate: Decimal = '0.01'

/** The rate for estimates. Without an answer the figures are an empty object, and the default stands in. */
export function rateOf(stats: Partial<GlobalPlatformStats> = {}): Decimal {
  return stats.et_rate ?? defaultRate
}
