import { infiniteQueryOptions } from '@tanstack/react-query'
import { listInvitations } from '../../../../contract/endpoints/invitations.ts'
import { call } from '../../../lib/api.ts'
import { withoutUndefined } from '../../../lib/query-of.ts'

/** Reads the invitations for administrators, newest first, page by page. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: [listInvitations.id],
  queryFn: ({ pageParam, signal }) =>
    call(listInvitations, { query: withoutUndefined({ cursor: pageParam }) }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  meta: { topics: ['profile'], isPublic: false },
})
