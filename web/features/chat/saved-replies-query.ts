import { queryOptions } from '@tanstack/react-query'
import { listSavedReplies } from '../../../contract/saved-replies.ts'
import { call } from '../../lib/api.ts'

/** The replies that all administrators share, read when they are looked at. */
export const savedRepliesQuery = queryOptions({
  queryKey: [listSavedReplies.id],
  queryFn: ({ signal }) => call(listSavedReplies, {}, { signal }),
  meta: { topics: [], isPublic: false },
})
