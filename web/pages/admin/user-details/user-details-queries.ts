import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getAdjustment } from '../../../../contract/endpoints/adjustments.ts'
import { getConversation, listMessages } from '../../../../contract/endpoints/chat.ts'
import { listTransactions } from '../../../../contract/endpoints/transactions.ts'
import { listUserSessions } from '../../../../contract/endpoints/users.ts'
import { call } from '../../../lib/api.ts'

/** Reads one person's transactions, newest first, page by page. */
export function userTransactionsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [listTransactions.id, 'of', userId],
    queryFn: ({ pageParam, signal }) =>
      call(listTransactions, { query: { user_id: userId, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    meta: { topics: ['wallet'], isPublic: false },
  })
}

export function userSessionsQuery(userId: string) {
  return queryOptions({
    queryKey: [listUserSessions.id, userId],
    queryFn: ({ signal }) => call(listUserSessions, { params: { userId } }, { signal }),
    meta: { topics: ['profile', 'session'], isPublic: false },
  })
}

/** The number of newest messages that are shown outside of the chat. */
const messageCount = 10

/** Reads the newest messages of a member's conversation, without marking any as read. */
export function userChatQuery(userId: string) {
  return queryOptions({
    queryKey: [listMessages.id, 'newest', userId],
    queryFn: async ({ signal }) => {
      const [conversation, { items, has_more: hasMore }] = await Promise.all([
        call(getConversation, { params: { userId } }, { signal }),
        call(listMessages, { params: { userId }, query: { limit: messageCount } }, { signal }),
      ])
      return { unread: conversation.admin_unread_count, messages: items, hasMore }
    },
    meta: { topics: ['chat'], isPublic: false },
  })
}

export function adjustmentQuery(userId: string, transactionId: string) {
  return queryOptions({
    queryKey: [getAdjustment.id, userId, transactionId],
    queryFn: ({ signal }) => call(getAdjustment, { params: { userId, transactionId } }, { signal }),
    meta: { topics: ['wallet'], isPublic: false },
  })
}
