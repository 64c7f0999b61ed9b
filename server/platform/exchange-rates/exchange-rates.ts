import { exchangeRateTexts } from '../../../contract/texts.ts'
import type { Decimal } from '../../../contract/money.ts'
import { rateCacheMs } from '../../../contract/rates.ts'

/** Returns USD per 1 USDT from any source. Rejects if the source has no credible rate. */
export type RateProvider = () => Promise<Decimal>

export interface RateReading {
  /** USD per 1 USDT. */
  usdtRate: Decimal
  /** True if the rate is 1 because the real one was not available. */
  isFallback: boolean
  fetchedAt: Date
  /** The reason for a fallback. */
  error?: string
}

export interface ExchangeRates {
  /** Returns the kept reading, or a new one if it is too old or `refresh` is set. Never rejects. */
  read(options?: { refresh?: boolean }): Promise<RateReading>
}

/** The provider answered without a usable rate. */
export class InvalidRateData extends Error {}

interface Log {
  warn(details: object, message: string): void
}

/** A failure is kept for a shorter time than a rate. */
const failureCacheMs = 30_000
const fallbackRate = '1'

/** Keeps a rate in memory for half an hour. Callers during a fetch wait for that same fetch. */
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

  const isFresh = ({ fetchedAt, isFallback }: RateReading) =>
    now() - fetchedAt.getTime() < (isFallback ? failureCacheMs : rateCacheMs)

  return {
    async read({ refresh = false } = {}) {
      if (!refresh && kept && isFresh(kept)) return kept
      fetching ??= fetchReading().finally(() => (fetching = undefined))
      const reading = await fetching
      // Only the caller who asked for a refresh sees that it failed. A good rate stays in use for all. Otherwise a
      // member could repeat the refresh until it failed, and then pay at the fallback rate.
      const isStillGood = kept && !kept.isFallback && isFresh(kept)
      if (!reading.isFallback || !isStillGood) kept = reading
      return reading
    },
  }
}

/** The rate of an installation without a rate service. */
export const fixedRate: RateProvider = () => Promise.resolve('1')
