import { exchangeRateTexts } from '../../../contract/texts.ts'
import type { Decimal } from '../../../contract/money.ts'
import { rateCacheMs } from '../../../contract/rates.ts'

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

  const isFresh = ({ fetchedAt, isFallback }: RateReading) =>
    now() - fetchedAt.getTime() < (isFallback ? failureCacheMs : rateCacheMs)

  return {
    async read({ refresh = false } = {}) {
      if (!refresh && kept && isFresh(kept)) return kept
      fetching ??= fetchReading().finally(() => (fetching = undefined))
      const reading = await fetching
      // A refresh that fails is told to whoever asked for it. A rate that is still good stays everybody's, or a member
      // could ask for as long as it takes to pay at the stand-in.
      const isStillGood = kept && !kept.isFallback && isFresh(kept)
      if (!reading.isFallback || !isStillGood) kept = reading
      return reading
    },
  }
}

/** For an installation without a rate service. */
export const fixedRate: RateProvider = () => Promise.resolve('1')
