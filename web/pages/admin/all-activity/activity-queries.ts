import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAllRequestTotals, listAllRequests } from '../../../../contract/endpoints/admin-request-list.ts'
import type { CallInput } from '../../../../contract/typed-endpoints.ts'
import { call } from '../../../lib/api.ts'
import { fillPage, showPartialPages } from '../../../lib/fill-page.ts'
import { queryOf, type Undefinable, withoutUndefined } from '../../../lib/query-of.ts'

/** The filters and the order of the requests of all members. */
export type AllRequestsFilter = Undefinable<Omit<CallInput<typeof listAllRequests>['query'], 'limit'>>

export type AllRequestsMatch = Omit<AllRequestsFilter, 'order' | 'cursor'>

/** Reads one page of the requests of all members, and shows rows as they are found. */
export function allRequestsQuery(filter: AllRequestsFilter) {
  return queryOptions({
    queryKey: [listAllRequests.id, filter],
    queryFn: ({ signal, client, queryKey }) =>
      fillPage({
        cursor: filter.cursor,
        readPage: (next) => call(listAllRequests, { query: withoutUndefined({ ...filter, ...next }) }, { signal }),
        onPart: showPartialPages({ client, queryKey }),
      }),
    placeholderData: keepPreviousData,
    meta: { topics: ['requests'], isPublic: false },
  })
}

export function allRequestTotalsQuery(match: AllRequestsMatch) {
  return queryOptions({
    ...queryOf(getAllRequestTotals, ['requests'], { query: withoutUndefined(match) }),
    placeholderData: keepPreviousData,
  })
}
