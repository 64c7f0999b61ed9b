import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BalanceRange } from '../../../../contract/dashboards.ts'
import { getBalanceHistory, getUserDashboardData } from '../../../../contract/endpoints/dashboards.ts'
import { read } from '../../../lib/query-of.ts'

export const userDashboardQuery = read(getUserDashboardData, ['wallet', 'requests', 'profile'], { query: {} })

/** Reads the person's own balance over time. While another range loads, the previous one stays. */
export function balanceHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...read(getBalanceHistory, ['wallet'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}
