import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BalanceRange } from '../../../../contract/dashboards.ts'
import { getBalanceHistory, getUserDashboardData } from '../../../../contract/endpoints/dashboards.ts'
import { queryOf } from '../../../lib/query-of.ts'

export const userDashboardQuery = queryOf(getUserDashboardData, ['wallet', 'requests', 'profile'], { query: {} })

/** Reads the person's own balance over time. While another range loads, the previous one stays. */
export function balanceHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...queryOf(getBalanceHistory, ['wallet'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}
