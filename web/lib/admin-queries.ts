import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAllRequestTotals, listAllRequests } from '../../contract/admin-request-list.ts'
import { getAdminDashboardData, getPlatformHistory, type BalanceRange } from '../../contract/dashboards.ts'
import { listInvitations } from '../../contract/invitations.ts'
import { pageSizeMax, type CallInput } from '../../contract/operation.ts'
import { listManagedPackages } from '../../contract/packages.ts'
import { getRequestCounts, getRequestReview } from '../../contract/request-review.ts'
import { listQueue, type RequestKind } from '../../contract/requests.ts'
import { getTransactionTotals, listTransactionDays, listTransactions } from '../../contract/transactions.ts'
import { getUser, listLoginHistory, listUsers } from '../../contract/users.ts'
import { call } from './api.ts'
import { gatherPage, showParts } from './gather-page.ts'
import { read, withoutUndefined, type Undefinable } from './read.ts'

export const managedPackagesQuery = read(listManagedPackages, ['packages'], {})
export const adminDashboardQuery = read(getAdminDashboardData, ['wallet', 'requests', 'profile'], {})
export const requestCountsQuery = read(getRequestCounts, ['requests'], {})

/** Reads the daily figures of the platform. While another range loads, the figures of the previous range stay. */
export function platformHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...read(getPlatformHistory, ['wallet', 'profile'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}

export function requestReviewQuery(userId: string, requestId: string) {
  return read(getRequestReview, ['requests', 'wallet', 'profile', 'packages'], { params: { userId, requestId } })
}

/**
 * Reads the pending requests of one kind, oldest first, page by page. The rows stay while another search is answered.
 */
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

/** The beginning of the keys of all searches in the queue of one kind. */
export function queueKey(kind: RequestKind) {
  return [listQueue.id, kind] as const
}

/** The filters and the order of the list of users. They stand in the address of the page. */
export type UsersFilter = Undefinable<CallInput<typeof listUsers>['query']>

/** Reads one page of the users. The previous page stays until the next one arrives. */
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

/** The filters and the order of the transactions of all members. They stand in the address of the page. */
export type TransactionsFilter = Undefinable<Omit<CallInput<typeof listTransactions>['query'], 'limit'>>
/** The filters alone, without the order and the page. */
export type TransactionsMatch = Omit<TransactionsFilter, 'sort' | 'order' | 'cursor'>

/**
 * Reads one page of the transactions of all members, and shows rows as they are found. The previous page stays until
 * the next one arrives.
 */
export function transactionsQuery(filter: TransactionsFilter) {
  return queryOptions({
    queryKey: [listTransactions.id, filter],
    queryFn: ({ signal, client, queryKey }) =>
      gatherPage({
        cursor: filter.cursor,
        readPage: (next) => call(listTransactions, { query: withoutUndefined({ ...filter, ...next }) }, { signal }),
        onPart: showParts({ client, queryKey }),
      }),
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

/** The filters and the order of the requests of all members. */
export type AllRequestsFilter = Undefinable<Omit<CallInput<typeof listAllRequests>['query'], 'limit'>>
export type AllRequestsMatch = Omit<AllRequestsFilter, 'order' | 'cursor'>

/** Reads one page of the requests of all members, and shows rows as they are found. */
export function allRequestsQuery(filter: AllRequestsFilter) {
  return queryOptions({
    queryKey: [listAllRequests.id, filter],
    queryFn: ({ signal, client, queryKey }) =>
      gatherPage({
        cursor: filter.cursor,
        readPage: (next) => call(listAllRequests, { query: withoutUndefined({ ...filter, ...next }) }, { signal }),
        onPart: showParts({ client, queryKey }),
      }),
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

/** Reads the invitations for administrators, newest first, page by page. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: [listInvitations.id],
  queryFn: ({ pageParam, signal }) =>
    call(listInvitations, { query: withoutUndefined({ cursor: pageParam }) }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  meta: { topics: ['profile'], isPublic: false },
})
