import type { OutputOf } from '../../../contract/operation.ts'
import type { getExchangeRates } from '../../../contract/rates.ts'
import type { ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'

/** USD per unit of each currency: of USDT, which is the one that members pay with. */
export async function readRates(
  exchangeRates: ExchangeRates,
  refresh: boolean,
): Promise<OutputOf<typeof getExchangeRates>> {
  const { usdtRate, isFallback, fetchedAt, error } = await exchangeRates.read({ refresh })
  return {
    conversion_rates: { USDT: usdtRate },
    is_fallback: isFallback,
    fetched_at: fetchedAt.toISOString(),
    ...(error !== undefined && { error }),
  }
}
