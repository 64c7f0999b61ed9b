import type { Config } from '../config.ts'
import { isLoopback } from '../loopback.ts'
import type { Peers } from '../workers/peers.ts'
import { createRateService } from './exchange-rate-service.ts'
import { createExchangeRates, createStandInRates, fixedRate, type ExchangeRates } from './exchange-rates.ts'

type RateSettings = Pick<
  Config,
  | 'environment'
  | 'host'
  | 'publicUrl'
  | 'buyOnFallbackRate'
  | 'exchangeRateUrl'
  | 'exchangeRateKey'
  | 'exchangeRateQuote'
>

interface Reporting {
  log: { warn(details: object, message: string): void }
  /** Tells the operator what to set. */
  warn: (line: string) => void
  peers?: Peers
}

/**
 * Opens the exchange rates that the configuration names. Without a rate service, 1 USDT counts as 1 USD. In production, and
 * wherever the site has a public address, the operator has to allow that: USDT may be worth less than members would then
 * pay with it.
 */
export function openExchangeRates(settings: RateSettings, { log, warn, peers }: Reporting): ExchangeRates {
  const { buyOnFallbackRate, exchangeRateUrl: url, exchangeRateKey: key, exchangeRateQuote: quote } = settings
  if (url !== undefined) return createExchangeRates(createRateService({ url, key, quote }), { log, peers })
  const isTrial = settings.environment !== 'production' && isLoopback(new URL(settings.publicUrl).hostname)
  if (isTrial || buyOnFallbackRate === 'allowed') return createExchangeRates(fixedRate, { log })
  warn('Buying is closed: set EXCHANGE_RATE_URL, or BUY_ON_FALLBACK_RATE=allowed to count 1 USDT as 1 USD.')
  return createStandInRates()
}
