import { useEffect, useRef, useSyncExternalStore } from 'react'
import { markConversationRead, openConversation } from '../../../contract/chat.ts'
import { call } from '../../lib/api.ts'
import { unreadCountQuery } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useUnreadCountQuery } from '../../lib/unread-count.ts'
import { lastShown, type MessageWindow } from './message-window.ts'
import { isVisible, subscribeToVisibility } from './visibility.ts'

/**
 * Tells the server what has been read: everything when the conversation is opened, which also makes it for whoever has
 * none, and then each message that is shown while the tab can be seen.
 */
export function useReading(userId: string, shown: MessageWindow | undefined): void {
  const isSeen = useSyncExternalStore(subscribeToVisibility, isVisible)
  const { data: count, dataUpdatedAt } = useUnreadCountQuery()
  const unread = count?.unread ?? 0
  const isOpened = useRef(false)
  const readUpTo = useRef(0)
  const isTelling = useRef(false)
  const end = shown && lastShown(shown)
  useEffect(() => {
    if (!isSeen || end === undefined || isTelling.current) return
    const isNew = end === 0 && !isOpened.current
    if (!isNew && (unread === 0 || end <= readUpTo.current)) return
    isTelling.current = true
    const telling = isOpened.current ? tellRead(userId, end) : tellOpened(userId)
    void telling.then(
      (answer) => {
        isOpened.current = true
        readUpTo.current = answer.readUpTo
        isTelling.current = false
        queryClient.setQueryData(unreadCountQuery.queryKey, { unread: answer.unread })
        // Something may have come in while this answer was on its way.
        void queryClient.invalidateQueries({ queryKey: unreadCountQuery.queryKey })
      },
      // Tried again with the next change, such as the connection's return.
      () => (isTelling.current = false),
    )
    // The count is asked for anew at each change, so its time stands for "something has happened".
  }, [userId, isSeen, unread, dataUpdatedAt, end])
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
