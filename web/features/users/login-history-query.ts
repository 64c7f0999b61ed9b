import { infiniteQueryOptions } from '@tanstack/react-query'
import { listLoginHistory } from '../../../contract/endpoints/users.ts'
import { call } from '../../lib/api.ts'
import { withoutUndefined } from '../../lib/query-of.ts'

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
