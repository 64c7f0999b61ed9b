import { infiniteQueryOptions } from '@tanstack/react-query'
import { listAdministrators } from '../../../../contract/endpoints/administrators.ts'
import { call } from '../../../lib/api.ts'
import { withoutUndefined } from '../../../lib/query-of.ts'

/** Reads the administrators, the oldest account first, page by page. */
export const administratorsQuery = infiniteQueryOptions({
  queryKey: [listAdministrators.id],
  queryFn: ({ pageParam, signal }) =>
    call(listAdministrators, { query: withoutUndefined({ cursor: pageParam }) }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  meta: { topics: ['profile'], isPublic: false },
})
