import type { OutputOf } from '../../../contract/operation.ts'
import type { getExchangeRates } from '../../../contract/rates.ts'
import type { ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'

/** Reads the rate of USDT, which members pay with, in USD. `refresh` asks the service anew. */
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
