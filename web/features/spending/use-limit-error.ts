import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../contract/faults.ts'
import { compare, multiply, type Decimal } from '../../../contract/money.ts'
import { rateOf } from '../../lib/platform-rate.ts'
import { globalStatsQuery, settingsQuery } from '../../lib/public-queries.ts'
import { readWholeCoins } from './coin-amounts.ts'

/**
 * Checks a typed amount against the limit of one request, in the server's words. While the limit or the rate is
 * unknown, only the server checks it.
 */
export function useLimitError(): (text: string) => string | undefined {
  const { data: settings } = useQuery(settingsQuery)
  const { data: stats } = useQuery(globalStatsQuery)
  return (text) => {
    const coins = readWholeCoins(text)
    if (coins === null || !settings || !stats) return undefined
    return limitError(String(coins), rateOf(stats), settings.request_limit_usd)
  }
}

export function limitError(coins: Decimal, rate: Decimal, limit: Decimal): string | undefined {
  if (compare(multiply(coins, rate, 2), limit) <= 0) return undefined
  return sentenceOf({ code: 'amount_over_limit', values: { limit } })
}
