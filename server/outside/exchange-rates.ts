import { exchangeRateTexts } from '../../contract/texts.ts'
import type { Decimal } from '../../contract/money.ts'
import { rateCacheMs } from '../../contract/rates.ts'

/** USD per 1 USDT, from wherever it comes. Rejects when it cannot be had or is no credible rate. */
export type RateProvider = () => Promise<Decimal>

export interface RateReading {
  /** USD per 1 USDT. */
  usdtRate: Decimal
  /** Whether 1 stands in for a rate that could not be had. */
  isFallback: boolean
  fetchedAt: Date
  /** Why there is only a fallback. */
  error?: string
}

export interface ExchangeRates {
  /** The kept reading, or a new one when it is too old or when asked to refresh. Never rejects. */
  read(options?: { refresh?: boolean }): Promise<RateReading>
}

/** The provider answered, but not with a rate. */
export class InvalidRateData extends Error {}

interface Log {
  warn(details: object, message: string): void
}

/** A failure is tried again sooner than a rate grows old. */
const failureCacheMs = 30_000
const fallbackRate = '1'

/** Keeps a rate in memory for half an hour. Callers who come while it is fetched wait for the same fetch. */
export function createExchangeRates(
  provider: RateProvider,
  { log, now = Date.now }: { log: Log; now?: () => number },
): ExchangeRates {
  let kept: RateReading | undefined
  let fetching: Promise<RateReading> | undefined

  async function fetchReading(): Promise<RateReading> {
    const fetchedAt = new Date(now())
    try {
      return { usdtRate: await provider(), isFallback: false, fetchedAt }
    } catch (cause) {
      const error = cause instanceof InvalidRateData ? exchangeRateTexts.invalidData : exchangeRateTexts.unknownError
      log.warn({ err: cause }, error)
      return { usdtRate: fallbackRate, isFallback: true, fetchedAt, error }
    }
  }

  return {
    async read({ refresh = false } = {}) {
      if (!refresh && kept && now() - kept.fetchedAt.getTime() < (kept.isFallback ? failureCacheMs : rateCacheMs)) {
        return kept
      }
      fetching ??= fetchReading().finally(() => (fetching = undefined))
      kept = await fetching
      return kept
    },
  }
}

/** For an installation without a rate service. */
export const fixedRate: RateProvider = () => Promise.resolve('1')
