import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { listAllRequests } from '../../../contract/endpoints/admin-request-list.ts'
import type { RequestStatus } from '../../../contract/requests.ts'
import { call } from '../../lib/api.ts'

/** Reads one person's requests, newest first, page by page. While another status loads, the previous one stays. */
export function userRequestsQuery(userId: string, status: RequestStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [listAllRequests.id, 'of', userId, status],
    queryFn: ({ pageParam, signal }) => {
      const query = { user_id: userId, ...(status && { status }), ...(pageParam && { cursor: pageParam }) }
      return call(listAllRequests, { query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: ['requests'], isPublic: false },
  })
}
