import { infiniteQueryOptions } from '@tanstack/react-query'
import { listAdminNotes } from '../../../../contract/endpoints/admin-notes.ts'
import { call } from '../../../lib/api.ts'
import { withoutUndefined } from '../../../lib/query-of.ts'

const pageSize = 25

/** Reads the notes about a member, or about one request of the member, page by page, newest first. */
export function adminNotesQuery(userId: string, requestId?: string) {
  return infiniteQueryOptions({
    queryKey: [listAdminNotes.id, userId, requestId ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const query = withoutUndefined({ request_id: requestId, cursor: pageParam, limit: pageSize })
      return call(listAdminNotes, { params: { userId }, query }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    meta: { topics: ['notes'], isPublic: false },
  })
}
