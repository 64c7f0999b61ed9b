import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { listConversations, searchChatMembers } from '../../../../contract/endpoints/chat.ts'
import type { ChatMember } from '../../../../contract/chat.ts'
import { call } from '../../../lib/api.ts'
import type { ChatSearch } from './search.ts'

interface InboxPage {
  items: ChatMember[]
  next_cursor: string | null
}

/**
 * Reads the members that an administrator may write to, page by page: those of the latest conversations, or those that
 * a search finds.
 */
export function inboxQuery({ search, unread }: ChatSearch) {
  return infiniteQueryOptions({
    queryKey: search ? [searchChatMembers.id, search] : [listConversations.id, unread ?? 'all'],
    queryFn: async ({ pageParam: cursor, signal }): Promise<InboxPage> => {
      const page = cursor === undefined ? {} : { cursor }
      if (search) return call(searchChatMembers, { query: { search, ...page } }, { signal })
      return call(listConversations, { query: { ...(unread && { unread }), ...page } }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: ['chat'], isPublic: false },
  })
}
