import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Claim } from '../../../../contract/desk-claims.ts'
import { pageSizeMax } from '../../../../contract/endpoint.ts'
import { getRequestReview } from '../../../../contract/endpoints/request-review.ts'
import { lookSeconds, type DeskFilter } from '../../../../contract/endpoints/desk.ts'
import { listQueue } from '../../../../contract/endpoints/requests.ts'
import type { RequestKind } from '../../../../contract/requests.ts'
import { call } from '../../../lib/api.ts'
import type { QueueWaits } from './approvals-search.ts'
import { queryOf, withoutUndefined } from '../../../lib/query-of.ts'

export function requestReviewQuery(userId: string, requestId: string) {
  return queryOf(getRequestReview, ['requests', 'wallet', 'profile', 'packages'], { params: { userId, requestId } })
}

interface Narrowing {
  search?: string
  assigned?: DeskFilter | undefined
  waits?: QueueWaits | undefined
}

/**
 * Reads the pending requests of one kind, oldest first, page by page. The rows stay while another search is answered.
 */
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
    // A look that is not renewed ends without news, so as long as there is one the queue is read again.
    refetchInterval: ({ state }) => (hasLook(state.data?.pages) ? lookSeconds * 1_000 : false),
    meta: { topics: ['requests', 'desk'], isPublic: false },
  })
}

function hasLook(pages: readonly { claims: readonly Claim[] }[] = []): boolean {
  return pages.some(({ claims }) => claims.some(({ lookers }) => lookers.length > 0))
}

/** The beginning of the keys of all searches in the queue of one kind. */
export function queueKey(kind: RequestKind) {
  return [listQueue.id, kind] as const
}
