import { infiniteQueryOptions } from '@tanstack/react-query'
import { listNotices } from '../../../../contract/endpoints/notices.ts'
import { call } from '../../../lib/api.ts'

/** Reads what happened to the member, newest first, page by page. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: [listNotices.id],
  queryFn: ({ pageParam, signal }) =>
    call(listNotices, { query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  meta: { topics: ['notices'], isPublic: false },
})
