import {
  append,
  isContinuedBy,
  lastShown,
  startWindow,
  windowMax,
  withLastNumber,
  type MessagePage,
  type MessageWindow,
} from './message-window.ts'

/** Reads the messages after a number, or the newest ones without a number. */
export type ReadMessages = (query: { after?: number }) => Promise<MessagePage>

/** Access to the message window. Reading back and sending change the window, too. */
export interface WindowAccess {
  /** Returns undefined once the conversation is no longer needed. */
  get: () => MessageWindow | undefined
  set: (window: MessageWindow) => void
}

/**
 * Brings the window up to date, page by page from the last message it has, so no message is ever missing in between.
 * The first page must repeat that last message. If it does not, the server was restored to an earlier state and may
 * have given its number to another message, so the window restarts. After a long absence the window restarts too,
 * instead of running through hundreds of messages. Returns true if the server went back.
 */
export async function catchUp({ get, set }: WindowAccess, read: ReadMessages): Promise<boolean> {
  let hasGoneBack = false
  const startAt = async (restarts: number) => {
    const newest = startWindow(await read({}), restarts)
    if (get()) set(newest)
  }
  for (;;) {
    const before = get()
    if (!before) return hasGoneBack
    const page = await read({ after: Math.max(lastShown(before) - 1, 0) })
    const now = get()
    if (!now) return hasGoneBack
    if (!isContinuedBy(before, page)) {
      hasGoneBack = true
      await startAt(now.restarts + 1)
      continue
    }
    if (now.isAtEnd && page.last_number - lastShown(now) > windowMax) {
      await startAt(now.restarts)
      continue
    }
    const after = withLastNumber(append(now, page), page)
    if (after !== now) set(after)
    if (lastShown(after) === lastShown(before) || lastShown(after) >= page.last_number) return hasGoneBack
  }
}
