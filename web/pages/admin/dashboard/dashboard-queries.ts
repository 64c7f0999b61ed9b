import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BalanceRange } from '../../../../contract/dashboards.ts'
import { getBackupState } from '../../../../contract/endpoints/backups.ts'
import { getAdminDashboardData, getPlatformHistory } from '../../../../contract/endpoints/dashboards.ts'
import { queryOf } from '../../../lib/query-of.ts'

export const adminDashboardQuery = queryOf(getAdminDashboardData, ['wallet', 'requests', 'profile'], {})

/** Reads the daily figures of the platform. While another range loads, the figures of the previous range stay. */
export function platformHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...queryOf(getPlatformHistory, ['wallet', 'profile'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}

const lookMs = 5 * 60_000

export const backupStateQuery = queryOf(getBackupState, [], {}, { refetchInterval: lookMs })
