import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAllRequestTotals, listAllRequests } from '../../contract/all-requests.ts'
import { getUnreadCount } from '../../contract/chat.ts'
import {
  getAdminDashboardData,
  getBalanceHistory,
  getPlatformHistory,
  getUserDashboardData,
  type BalanceRange,
} from '../../contract/dashboards.ts'
import type { Topic } from '../../contract/events.ts'
import { listInvitations } from '../../contract/invitations.ts'
import { pageSizeMax, type CallInput, type Operation } from '../../contract/operation.ts'
import { listManagedPackages, listPackages } from '../../contract/packages.ts'
import { getRequestCounts, getRequestReview } from '../../contract/request-review.ts'
import {
  getRequest,
  listQueue,
  listRecentRecipients,
  listRequests,
  type RequestKind,
  type RequestStatus,
} from '../../contract/requests.ts'
import { getDepositInstructions, getPlatformSettings } from '../../contract/settings.ts'
import { getGlobalPlatformStats, getUserDashboardStats } from '../../contract/stats.ts'
import { getTransactionTotals, listTransactionDays, listTransactions } from '../../contract/transactions.ts'
import { getUser, listLoginHistory, listUsers } from '../../contract/users.ts'
import { call } from './api.ts'

export const statsPollMs = 5000

export const settingsQuery = read(getPlatformSettings, ['settings'], {}, { staleTime: 300_000 })
export const packagesQuery = read(listPackages, ['packages'], {}, { staleTime: 60_000 })
export const managedPackagesQuery = read(listManagedPackages, ['packages'], {})
export const depositInstructionsQuery = read(getDepositInstructions, ['settings'], {})
// The settings hold the rate, by which a balance is worth what it is.
export const userStatsQuery = read(getUserDashboardStats, ['wallet', 'requests', 'settings'], { query: {} })
export const userDashboardQuery = read(getUserDashboardData, ['wallet', 'requests', 'profile'], { query: {} })
export const adminDashboardQuery = read(getAdminDashboardData, ['wallet', 'requests', 'profile'], {})
export const requestCountsQuery = read(getRequestCounts, ['requests'], {})
export const recentRecipientsQuery = read(listRecentRecipients, ['requests'], {}, { staleTime: 60_000 })
export const unreadCountQuery = read(getUnreadCount, ['chat'], {})

/** Asked for every five seconds, but not while the tab is hidden. The next poll is the retry. */
export const globalStatsQuery = read(
  getGlobalPlatformStats,
  ['settings'],
  {},
  { refetchInterval: statsPollMs, retry: false, staleTime: statsPollMs },
)

/** The own balance over time. While another range is on its way the one before stays. */
export function balanceHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...read(getBalanceHistory, ['wallet'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}

/** The platform’s days. While another range is on its way the one before stays. */
export function platformHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...read(getPlatformHistory, ['wallet', 'profile'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}

export function requestQuery(userId: string, requestId: string) {
  return read(getRequest, ['requests'], { params: { userId, requestId } })
}

export function requestReviewQuery(userId: string, requestId: string) {
  return read(getRequestReview, ['requests', 'wallet', 'profile', 'packages'], { params: { userId, requestId } })
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

/** The pending requests of one kind, oldest first, page after page. While another search is answered the rows stay. */
export function queueQuery(kind: RequestKind, search = '') {
  return infiniteQueryOptions({
    queryKey: [...queueKey(kind), search],
    queryFn: ({ pageParam, signal }) => {
      const query = { search: search || undefined, cursor: pageParam, limit: pageSizeMax }
      return call(listQueue, { params: { kind }, query: withoutUndefined(query) }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: ['requests'], isPublic: false },
  })
}

/** Of every search in the queue of a kind. */
export function queueKey(kind: RequestKind) {
  return [listQueue.id, kind] as const
}

/** What the list of users is narrowed down to and sorted by; it stands in the address of the page. */
export type UsersFilter = Undefinable<CallInput<typeof listUsers>['query']>

/** One page of the users. While the next answer is on its way the one before stays. */
export function usersQuery(filter: UsersFilter) {
  return queryOptions({
    ...read(listUsers, ['profile'], { query: withoutUndefined(filter) }),
    placeholderData: keepPreviousData,
  })
}

export function userQuery(userId: string) {
  return read(getUser, ['profile', 'wallet', 'requests', 'chat'], { params: { userId } })
}

export function loginHistoryQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [listLoginHistory.id, userId],
    queryFn: ({ pageParam, signal }) =>
      call(listLoginHistory, { params: { userId }, query: withoutUndefined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    meta: { topics: ['profile'], isPublic: false },
  })
}

/** What everybody's transactions are narrowed down to and sorted by; it stands in the address of the page. */
export type TransactionsFilter = Undefinable<Omit<CallInput<typeof listTransactions>['query'], 'limit'>>
/** The part of it that says which transactions are meant, whatever their order. */
export type TransactionsMatch = Omit<TransactionsFilter, 'sort' | 'order' | 'cursor'>

/** One page of everybody's transactions. While the next answer is on its way the one before stays. */
export function transactionsQuery(filter: TransactionsFilter) {
  return queryOptions({
    queryKey: [listTransactions.id, filter],
    queryFn: ({ signal }) =>
      readOn(filter.cursor, (cursor) =>
        call(listTransactions, { query: withoutUndefined({ ...filter, cursor }) }, { signal }),
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['wallet'], isPublic: false },
  })
}

export function transactionTotalsQuery(match: TransactionsMatch) {
  return queryOptions({
    ...read(getTransactionTotals, ['wallet'], { query: withoutUndefined(match) }),
    placeholderData: keepPreviousData,
  })
}

export function transactionDaysQuery(match: TransactionsMatch) {
  return queryOptions({
    ...read(listTransactionDays, ['wallet'], { query: withoutUndefined(match) }),
    placeholderData: keepPreviousData,
  })
}

/** What everybody's requests are narrowed down to and sorted by. */
export type AllRequestsFilter = Undefinable<Omit<CallInput<typeof listAllRequests>['query'], 'limit'>>
export type AllRequestsMatch = Omit<AllRequestsFilter, 'order' | 'cursor'>

/** One page of everybody's requests. */
export function allRequestsQuery(filter: AllRequestsFilter) {
  return queryOptions({
    queryKey: [listAllRequests.id, filter],
    queryFn: ({ signal }) =>
      readOn(filter.cursor, (cursor) =>
        call(listAllRequests, { query: withoutUndefined({ ...filter, cursor }) }, { signal }),
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['requests'], isPublic: false },
  })
}

export function allRequestTotalsQuery(match: AllRequestsMatch) {
  return queryOptions({
    ...read(getAllRequestTotals, ['requests'], { query: withoutUndefined(match) }),
    placeholderData: keepPreviousData,
  })
}

/** The invitations for administrators, newest first, page after page. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: [listInvitations.id],
  queryFn: ({ pageParam, signal }) =>
    call(listInvitations, { query: withoutUndefined({ cursor: pageParam }) }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  meta: { topics: ['profile'], isPublic: false },
})

interface ReadOptions {
  staleTime?: number
  refetchInterval?: number
  retry?: false
}

function read<const O extends Operation>(
  operation: O,
  topics: readonly Topic[],
  input: CallInput<O>,
  options: ReadOptions = {},
) {
  return queryOptions({
    queryKey: [operation.id, input],
    queryFn: ({ signal }) =>
      call<O>(
        operation,
        ...([input, { signal }] as unknown as Parameters<typeof call<O>> extends [O, ...infer A] ? A : never),
      ),
    meta: { topics, isPublic: operation.access.includes('visitor') },
    ...options,
  })
}

const emptyPagesMax = 10

/** A server that looks only so far for each page may find nothing on one and more behind it: then it is asked further. */
async function readOn<P extends { items: readonly unknown[]; next_cursor: string | null }>(
  cursor: string | undefined,
  readPage: (cursor: string | undefined) => Promise<P>,
): Promise<P> {
  let page = await readPage(cursor)
  for (let tries = 1; page.items.length === 0 && page.next_cursor && tries < emptyPagesMax; tries += 1) {
    page = await readPage(page.next_cursor)
  }
  return page
}

type Undefinable<T> = { [K in keyof T]?: T[K] | undefined }

/** A page parameter that is undefined must be absent, as the contract's optional fields are. */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as never
}
