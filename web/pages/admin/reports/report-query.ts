import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getReport } from '../../../../contract/endpoints/reports.ts'
import { queryOf } from '../../../lib/query-of.ts'
import type { Days } from './period.ts'

/** A payout is no movement of coins, so it comes under the topic of requests. */
export function reportQuery({ from, to }: Days) {
  return queryOptions({
    ...queryOf(getReport, ['wallet', 'requests'], { query: { from, to } }),
    placeholderData: keepPreviousData,
  })
}
