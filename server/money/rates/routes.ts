import { getExchangeRates } from '../../../contract/rates.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import type { ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { readRates } from './rates.ts'

interface RateDeps {
  exchangeRates: ExchangeRates
  limits: Pick<Limits, 'take'>
}

export function rateRoutes({ exchangeRates, limits }: RateDeps): Route[] {
  return [
    route(getExchangeRates, async ({ caller, query }) => {
      const refresh = query.refresh === 'true'
      if (refresh) await limits.take('exchange_rate_refresh', caller.userId)
      return readRates(exchangeRates, refresh)
    }),
  ]
}
