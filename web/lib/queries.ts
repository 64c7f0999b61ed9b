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
// The settings hold the rate, by which a balance is worth what it is.
export const userStatsQuery = read(getUserDashboardStats, ['wallet', 'requests', 'settings'], { query: {} })
export const userDashboardQuery = read(getUserDashboardData, ['wallet', 'requests', 'profile'], { query: {} })
export const recentRecipientsQuery = read(listRecentRecipients, ['requests'], {}, { staleTime: 60_000 })
export const unreadCountQuery = read(getUnreadCount, ['chat'], {})

/** The own balance over time. While another range is on its way the one before stays. */
export function balanceHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...read(getBalanceHistory, ['wallet'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}

export function requestQuery(userId: string, requestId: string) {
  return read(getRequest, ['requests'], { params: { userId, requestId } })
}

/** A member's own requests, newest first, page after page. */
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
