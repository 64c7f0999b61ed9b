import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { pageSizeMax } from '../../../../contract/endpoint.ts'
import { getRequestReview } from '../../../../contract/endpoints/request-review.ts'
import { listQueue } from '../../../../contract/endpoints/requests.ts'
import type { RequestKind } from '../../../../contract/requests.ts'
import { call } from '../../../lib/api.ts'
import type { QueueWaits } from './approvals-search.ts'
import { queryOf, withoutUndefined } from '../../../lib/query-of.ts'

export function requestReviewQuery(userId: string, requestId: string) {
  return queryOf(getRequestReview, ['requests', 'wallet', 'profile', 'packages'], { params: { userId, requestId } })
}

/**
 * Reads the pending requests of one kind, oldest first, page by page. The rows stay while another search is answered.
 */
export function queueQuery(kind: RequestKind, search = '', waits?: QueueWaits) {
  return infiniteQueryOptions({
    queryKey: [...queueKey(kind), search, waits ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const query = { search: search || undefined, waits, cursor: pageParam, limit: pageSizeMax }
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
