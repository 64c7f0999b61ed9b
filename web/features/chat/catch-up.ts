import {
  append,
  isContinuedBy,
  lastShown,
  startWindow,
  windowMax,
  withEnd,
  type MessagePage,
  type MessageWindow,
} from './message-window.ts'

/** Reads messages: those after a number, or without one the newest. */
export type ReadMessages = (query: { after?: number }) => Promise<MessagePage>

/** Where the window stands, which also others move: who reads back, who sends. */
export interface WindowPlace {
  /** Undefined once nobody is interested any more. */
  get: () => MessageWindow | undefined
  set: (window: MessageWindow) => void
}

/**
 * Brings the window up to date, page by page from the last message it has, so nothing is ever missing in between. That
 * message comes again with the first page: where it does not, the server was restored to an earlier state and others may
 * have its number by now, so the window begins afresh. It also does after a long absence, as nobody waits for hundreds to
 * pass by. Answers whether the server went back.
 */
export async function catchUp({ get, set }: WindowPlace, read: ReadMessages): Promise<boolean> {
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
    if (now.isFollowed && page.last_number - lastShown(now) > windowMax) {
      await startAt(now.restarts)
      continue
    }
    const after = withEnd(append(now, page), page)
    if (after !== now) set(after)
    if (lastShown(after) === lastShown(before) || lastShown(after) >= page.last_number) return hasGoneBack
  }
}
