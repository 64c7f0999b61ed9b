import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getUnreadCount } from '../../contract/chat.ts'
import { getBalanceHistory, getUserDashboardData, type BalanceRange } from '../../contract/dashboards.ts'
import { listRecentRecipients } from '../../contract/recent-recipients.ts'
import { getRequest, listRequests, type RequestKind, type RequestStatus } from '../../contract/requests.ts'
import { getDepositInstructions } from '../../contract/settings.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { call } from './api.ts'
import { read, withoutUndefined } from './read.ts'

export const depositInstructionsQuery = read(getDepositInstructions, ['settings'], {})
// The settings hold the rate, which determines the value of a balance.
export const userStatsQuery = read(getUserDashboardStats, ['wallet', 'requests', 'settings'], { query: {} })
export const userDashboardQuery = read(getUserDashboardData, ['wallet', 'requests', 'profile'], { query: {} })
export const recentRecipientsQuery = read(listRecentRecipients, ['requests'], {}, { staleTime: 60_000 })
export const unreadCountQuery = read(getUnreadCount, ['chat'], {})

/** Reads the person's own balance over time. While another range loads, the previous one stays. */
export function balanceHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...read(getBalanceHistory, ['wallet'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}

export function requestQuery(userId: string, requestId: string) {
  return read(getRequest, ['requests'], { params: { userId, requestId } })
}

/** Reads a member's own requests, newest first, page by page. */
export function requestsQuery(filters: { kind?: RequestKind | undefined; status?: RequestStatus | undefined }) {
  return infiniteQueryOptions({
    queryKey: [listRequests.id, filters],
    queryFn: ({ pageParam, signal }) =>
      call(listRequests, { query: withoutUndefined({ ...filters, cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: ['requests'], isPublic: false },
  })
}
