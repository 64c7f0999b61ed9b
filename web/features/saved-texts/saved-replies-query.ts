import { queryOptions } from '@tanstack/react-query'
import { listSavedReplies } from '../../../contract/endpoints/saved-replies.ts'
import type { SavedReply } from '../../../contract/saved-replies.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Reads the replies that all administrators share. */
export const savedRepliesQuery = queryOptions({
  queryKey: [listSavedReplies.id],
  queryFn: ({ signal }) => call(listSavedReplies, {}, { signal }),
  meta: { topics: [], isPublic: false },
})

export async function refetchReplies(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: savedRepliesQuery.queryKey })
}

/** Returns a reply as it was last read. */
export function findReply(id: string): SavedReply | undefined {
  return queryClient.getQueryData(savedRepliesQuery.queryKey)?.items.find((reply) => reply.id === id)
}
