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

/** The platform’s days. While another range is on its way the one before stays. */
export function platformHistoryQuery(range: BalanceRange) {
  return queryOptions({
    ...read(getPlatformHistory, ['wallet', 'profile'], { query: { range } }),
    placeholderData: keepPreviousData,
  })
}

export function requestReviewQuery(userId: string, requestId: string) {
  return read(getRequestReview, ['requests', 'wallet', 'profile', 'packages'], { params: { userId, requestId } })
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

/** One page of everybody's transactions, shown as it is found. While the next answer is on its way the one before stays. */
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

/** What everybody's requests are narrowed down to and sorted by. */
export type AllRequestsFilter = Undefinable<Omit<CallInput<typeof listAllRequests>['query'], 'limit'>>
export type AllRequestsMatch = Omit<AllRequestsFilter, 'order' | 'cursor'>

/** One page of everybody's requests, shown as it is found. */
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

/** The invitations for administrators, newest first, page after page. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: [listInvitations.id],
  queryFn: ({ pageParam, signal }) =>
    call(listInvitations, { query: withoutUndefined({ cursor: pageParam }) }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  meta: { topics: ['profile'], isPublic: false },
})
