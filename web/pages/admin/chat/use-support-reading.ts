import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  getUnreadCount,
  listConversations,
  markConversationRead,
  openConversation,
  searchChatMembers,
} from '../../../../contract/chat.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useUnreadCountQuery } from '../../../lib/unread-count.ts'
import { lastShown, type MessageWindow } from '../../../features/chat/message-window.ts'
import { nothingTold } from '../../../features/chat/use-reading.ts'
import { isVisible, subscribeToVisibility } from '../../../features/chat/visibility.ts'

/**
 * Tells the server what an administrator has read of a member's conversation: all of it when it is opened, which also
 * makes it where there is none, and then what the member writes while its end is in sight. It counts for all of them.
 */
export function useSupportReading(memberId: string, shown: MessageWindow | undefined): void {
  const isSeen = useSyncExternalStore(subscribeToVisibility, isVisible)
  const { dataUpdatedAt } = useUnreadCountQuery()
  const progress = useRef(nothingTold(0))
  useEffect(() => {
    if (!isSeen || !shown) return
    if (progress.current.restarts !== shown.restarts) progress.current = nothingTold(shown.restarts)
    const told = progress.current
    if (told.isTelling) return
    const end = lastShown(shown)
    const hasNew = shown.messages.some((one) => !one.is_from_support && one.number > told.readUpTo)
    if (told.isOpened && !(hasNew && shown.isFollowed)) return
    told.isTelling = true
    const telling = told.isOpened ? tellRead(memberId, end) : tellOpened(memberId)
    void telling.then(
      (upTo) => {
        told.isOpened = true
        told.readUpTo = upTo
        told.isTelling = false
        for (const { id } of countsOfUnread) void queryClient.invalidateQueries({ queryKey: [id] })
      },
      // Tried again with the next change, such as the connection's return.
      () => (told.isTelling = false),
    )
    // The count is asked for anew at each change, so its time stands for "something has happened".
  }, [memberId, isSeen, shown, dataUpdatedAt])
}

const countsOfUnread = [getUnreadCount, listConversations, searchChatMembers]

async function tellOpened(memberId: string): Promise<number> {
  return (await call(openConversation, { params: { userId: memberId }, body: {} })).last_number
}

async function tellRead(memberId: string, number: number): Promise<number> {
  await call(markConversationRead, { params: { userId: memberId }, body: { number } })
  return number
}
