import { getExchangeRates } from '../../contract/rates.ts'
import { route, type Route } from '../http/route.ts'
import type { ExchangeRates } from '../outside/exchange-rates.ts'
import { readRates } from './rates.ts'

export function rateRoutes({ exchangeRates }: { exchangeRates: ExchangeRates }): Route[] {
  return [route(getExchangeRates, ({ query }) => readRates(exchangeRates, query.refresh === 'true'))]
}
