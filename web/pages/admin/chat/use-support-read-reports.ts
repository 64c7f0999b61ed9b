import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  getUnreadCount,
  listConversations,
  markConversationRead,
  openConversation,
  searchChatMembers,
} from '../../../../contract/endpoints/chat.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useUnreadCountQuery } from '../../../features/chat/unread-count.ts'
import { lastShown, type MessageWindow } from '../../../features/chat/message-window.ts'
import { initialReadReport } from '../../../features/chat/use-read-reports.ts'
import { isVisible, subscribeToVisibility } from '../../../features/chat/visibility.ts'

/**
 * Tells the server which messages of a member's conversation are read. Opening it reads all of them, and creates the
 * conversation if there is none. Later messages are read while the end is in sight. Reading counts for all
 * administrators.
 */
export function useSupportReadReports(memberId: string, shown: MessageWindow | undefined): void {
  const isSeen = useSyncExternalStore(subscribeToVisibility, isVisible)
  const { dataUpdatedAt } = useUnreadCountQuery()
  const progress = useRef(initialReadReport(0))
  useEffect(() => {
    if (!isSeen || !shown) return
    if (progress.current.restarts !== shown.restarts) progress.current = initialReadReport(shown.restarts)
    const told = progress.current
    if (told.isTelling) return
    const end = lastShown(shown)
    const hasNew = shown.messages.some((one) => !one.is_from_support && one.number > told.readUpTo)
    if (told.isOpened && !(hasNew && shown.isAtEnd)) return
    told.isTelling = true
    const telling = told.isOpened ? tellRead(memberId, end) : tellOpened(memberId)
    void telling.then(
      (upTo) => {
        told.isOpened = true
        told.readUpTo = upTo
        told.isTelling = false
        for (const { id } of countsOfUnread) void queryClient.invalidateQueries({ queryKey: [id] })
      },
      // After a failure, the next change tries again, for example the return of the connection.
      () => (told.isTelling = false),
    )
    // The unread count is read again at each change, so `dataUpdatedAt` tells that something has happened.
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
