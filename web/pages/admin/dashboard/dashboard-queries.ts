import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BalanceRange } from '../../../../contract/dashboards.ts'
import { getAdminDashboardData, getPlatformHistory } from '../../../../contract/endpoints/dashboards.ts'
import { read } from '../../../lib/query-of.ts'

export const adminDashboardQuery = read(getAdminDashboardData, ['wallet', 'requests', 'profile'], {})

/** Reads the daily figures of the platform. While another range loads, the figures of the previous range stay. */
export function platformHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...read(getPlatformHistory, ['wallet', 'profile'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}
