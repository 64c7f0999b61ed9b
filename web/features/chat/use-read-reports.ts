import { useEffect, useRef, useSyncExternalStore } from 'react'
import { markConversationRead, openConversation } from '../../../contract/endpoints/chat.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { lastShown, type MessageWindow } from './message-window.ts'
import { unreadCountQuery, useUnreadCountQuery } from './unread-count.ts'
import { isVisible, subscribeToVisibility } from './visibility.ts'

/**
 * Reports the read messages to the server. Opening a conversation marks all as read, and creates the conversation if
 * there is none. After that, each message counts as read once it is shown in a visible tab.
 */
export function useReadReports(userId: string, shown: MessageWindow | undefined): void {
  const isSeen = useSyncExternalStore(subscribeToVisibility, isVisible)
  const { data: count, dataUpdatedAt } = useUnreadCountQuery()
  const unread = count?.unread ?? 0
  const progress = useRef(initialReadReport(0))
  const end = shown && lastShown(shown)
  const restarts = shown?.restarts
  useEffect(() => {
    if (!isSeen || end === undefined || restarts === undefined) return
    if (progress.current.restarts !== restarts) progress.current = initialReadReport(restarts)
    const told = progress.current
    if (told.isTelling) return
    const isNew = end === 0 && !told.isOpened
    if (!isNew && (unread === 0 || end <= told.readUpTo)) return
    told.isTelling = true
    const telling = told.isOpened ? tellRead(userId, end) : tellOpened(userId)
    void telling.then(
      (answer) => {
        told.isOpened = true
        told.readUpTo = answer.readUpTo
        told.isTelling = false
        queryClient.setQueryData(unreadCountQuery.queryKey, { unread: answer.unread })
        // A message may have arrived while this answer was on its way.
        void queryClient.invalidateQueries({ queryKey: unreadCountQuery.queryKey })
      },
      // The next change tries again, such as the return of the connection.
      () => (told.isTelling = false),
    )
    // The count is read again at each change, so the time of its answer shows that a change has happened.
  }, [userId, isSeen, unread, dataUpdatedAt, end, restarts])
}

/** Returns the record of reports at its start. When the conversation restarts, none of the earlier reports count. */
export function initialReadReport(restarts: number) {
  return { restarts, isOpened: false, isTelling: false, readUpTo: 0 }
}

interface Told {
  readUpTo: number
  unread: number
}

async function tellOpened(userId: string): Promise<Told> {
  const { last_number, user_unread_count } = await call(openConversation, { params: { userId }, body: {} })
  return { readUpTo: last_number, unread: user_unread_count }
}

async function tellRead(userId: string, number: number): Promise<Told> {
  const { unread } = await call(markConversationRead, { params: { userId }, body: { number } })
  return { readUpTo: number, unread }
}
