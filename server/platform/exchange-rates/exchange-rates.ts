import { exchangeRateTexts } from '../../../contract/texts.ts'
import type { Decimal } from '../../../contract/money.ts'
import { rateCacheMs } from '../../../contract/rates.ts'
import { noPeers, type Peers } from '../workers/peers.ts'

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
  /**
   * Reads a new rate if there is none, or if the kept one ends soon. The server calls this by its own clock, so members
   * have a rate although its service fails for a while. Never rejects.
   */
  renew(): Promise<void>
}

/** The provider answered without a usable rate. */
export class InvalidRateData extends Error {}

interface Kept {
  reading: RateReading
  /** The moment on a clock that no one sets. */
  keptAtMs: number
}

interface Log {
  warn(details: object, message: string): void
}

/** A rate is renewed so long before it ends. The service may fail for this time before members notice. */
const renewalMs = 10 * 60_000
/** A failure is kept for a shorter time than a rate. */
const failureCacheMs = 30_000
const fallbackRate = '1'

const topic = 'exchange_rate'
/** The processes of a host renew at different times. The first one tells the others, which then need not ask. */
const spreadMs = 5 * 60_000

/**
 * Keeps a rate in memory for half an hour. Callers during a fetch wait for that same fetch. The processes of a host have the same rate,
 * as each of them tells the others.
 */
export function createExchangeRates(
  provider: RateProvider,
  { log, now = Date.now, peers = noPeers }: { log: Log; now?: () => number; peers?: Peers | undefined },
): ExchangeRates {
  const ownRenewalMs = peers === noPeers ? renewalMs : renewalMs + Math.random() * spreadMs
  let kept: Kept | undefined
  const keep = (reading: RateReading) => (kept = { reading, keptAtMs: performance.now() })
  // A clock that is set back makes a reading look young. The other clock stands still while the machine is paused.
  const ageMs = ({ reading, keptAtMs }: Kept) =>
    Math.max(now() - reading.fetchedAt.getTime(), performance.now() - keptAtMs)
  peers.hear(topic, (news) => {
    const reading = news as RateReading
    const own = kept?.reading
    const isOwnAhead = own !== undefined && own.fetchedAt.getTime() > now()
    if (!own || own.isFallback || isOwnAhead || reading.fetchedAt > own.fetchedAt) keep(reading)
  })
  let fetching: Promise<RateReading> | undefined

  async function fetchReading(): Promise<RateReading> {
    const fetchedAt = new Date(now())
    try {
      const reading = { usdtRate: await provider(), isFallback: false, fetchedAt }
      peers.tell(topic, reading)
      return reading
    } catch (cause) {
      const error = cause instanceof InvalidRateData ? exchangeRateTexts.invalidData : exchangeRateTexts.unknownError
      log.warn({ err: cause }, error)
      return { usdtRate: fallbackRate, isFallback: true, fetchedAt, error }
    }
  }

  const isFresh = (one: Kept) => ageMs(one) < (one.reading.isFallback ? failureCacheMs : rateCacheMs)

  async function read({ refresh = false }: { refresh?: boolean } = {}): Promise<RateReading> {
    if (!refresh && kept && isFresh(kept)) return kept.reading
    fetching ??= fetchReading().finally(() => (fetching = undefined))
    const reading = await fetching
    // Only the caller who asked for a refresh sees that it failed. A good rate stays in use for all. Otherwise a
    // member could repeat the refresh until it failed, and then pay at the fallback rate.
    const isStillGood = kept && !kept.reading.isFallback && isFresh(kept)
    if (!reading.isFallback || !isStillGood) keep(reading)
    return reading
  }

  return {
    read,
    async renew() {
      const isGood = kept && !kept.reading.isFallback
      if (!kept || !isGood || rateCacheMs - ageMs(kept) <= ownRenewalMs) await read({ refresh: true })
    },
  }
}

/** The rate of an installation without a rate service, where the operator has chosen to count 1 USDT as 1 USD. */
export const fixedRate: RateProvider = () => Promise.resolve('1')

/** The rates of an installation that has no rate service and has not chosen a fixed rate: 1 stands in for good. */
export function createStandInRates(): ExchangeRates {
  const error = exchangeRateTexts.unknownError
  return {
    read: () => Promise.resolve({ usdtRate: fallbackRate, isFallback: true, fetchedAt: new Date(), error }),
    renew: () => Promise.resolve(),
  }
}
