import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { pageSizeMax } from '../../../../contract/endpoint.ts'
import { getRequestReview } from '../../../../contract/endpoints/request-review.ts'
import type { DeskFilter } from '../../../../contract/endpoints/desk.ts'
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
interface Narrowing {
  search?: string
  assigned?: DeskFilter | undefined
  waits?: QueueWaits | undefined
}

export function queueQuery(kind: RequestKind, { search = '', assigned, waits }: Narrowing = {}) {
  return infiniteQueryOptions({
    queryKey: [...queueKey(kind), search, assigned ?? 'all', waits ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const query = { search: search || undefined, assigned, waits, cursor: pageParam, limit: pageSizeMax }
      return call(listQueue, { params: { kind }, query: withoutUndefined(query) }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: ['requests', 'desk'], isPublic: false },
  })
}

/** The beginning of the keys of all searches in the queue of one kind. */
export function queueKey(kind: RequestKind) {
  return [listQueue.id, kind] as const
}
