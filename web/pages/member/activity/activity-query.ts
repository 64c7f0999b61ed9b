import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { listRequests } from '../../../../contract/endpoints/requests.ts'
import type { RequestKind, RequestStatus } from '../../../../contract/requests.ts'
import { call } from '../../../lib/api.ts'
import { withoutUndefined } from '../../../lib/query-of.ts'

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
