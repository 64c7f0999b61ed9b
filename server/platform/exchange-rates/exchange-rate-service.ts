import * as z from 'zod/mini'
import { compare, divide, fromUnits, subtract, toUnits, type Decimal } from '../../../contract/money.ts'
import { inSpan } from '../traces/spans.ts'
import { InvalidRateData, type RateProvider } from './exchange-rates.ts'

export interface RateService {
  url: string
  /** The key, sent as a bearer token. */
  key?: string | undefined
  /** The direction of the service's quotes: USD per 1 USDT, or USDT per 1 USD. */
  quote: 'usd-per-usdt' | 'usdt-per-usd'
  timeoutMs?: number
}

const usualTimeoutMs = 5_000
const ratePlaces = 8
/** USDT is meant to be worth a dollar. A rate further from 1 is a mistake or an attack. */
const greatestDeviation = '0.1'
const answer = z.object({ conversion_rates: z.object({ USDT: z.number() }) })

/**
 * Reads the rate from a service that answers with a conversion_rates map, and inverts it for a service that quotes USDT
 * per USD.
 */
export function createRateService({ url, key, quote, timeoutMs = usualTimeoutMs }: RateService): RateProvider {
  return async () => {
    const asking = async () =>
      fetch(url, {
        headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
        // The address was checked when the server started. A redirection could lead to one without encryption.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
    const response = await inSpan({ kind: 'outgoing', name: 'exchange rate' }, asking)
    if (!response.ok) throw new Error(`the exchange rate service answered ${response.status}`)
    const { success, data } = answer.safeParse(await readJson(response))
    if (!success) throw new InvalidRateData()
    const quoted = toDecimal(data.conversion_rates.USDT)
    checkCredible(quoted)
    return quote === 'usd-per-usdt' ? quoted : divide('1', quoted, ratePlaces)
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidRateData('not JSON', { cause })
  }
}

/** Rounds the service's number to eight decimal places. */
function toDecimal(rate: number): Decimal {
  return fromUnits(toUnits(rate.toFixed(ratePlaces)))
}

function checkCredible(rate: Decimal): void {
  const deviation = subtract(rate, '1').replace('-', '')
  if (compare(deviation, greatestDeviation) > 0) throw new InvalidRateData('not within 10 % of 1')
}
