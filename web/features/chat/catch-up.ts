import { append, lastShown, startWindow, windowMax, type MessagePage, type MessageWindow } from './message-window.ts'

/** Reads messages: those after a number, or without one the newest. */
export type ReadMessages = (query: { after?: number }) => Promise<MessagePage>

/** Where the window stands, which also others move: who reads back, who sends. */
export interface WindowPlace {
  /** Undefined once nobody is interested any more. */
  get: () => MessageWindow | undefined
  set: (window: MessageWindow) => void
}

/**
 * Brings the window up to date, page by page after the last message it has, so nothing is ever missing in between. After
 * a long absence it begins anew with the newest messages, as nobody waits for hundreds to pass by.
 */
export async function catchUp({ get, set }: WindowPlace, read: ReadMessages): Promise<void> {
  for (;;) {
    const before = get()
    if (!before) return
    const page = await read({ after: lastShown(before) })
    const now = get()
    if (!now) return
    if (now.isFollowed && page.last_number - lastShown(now) > windowMax) {
      const newest = startWindow(await read({}))
      if (!get()) return
      set(newest)
      continue
    }
    const after = append(now, page)
    if (after !== now) set(after)
    if (lastShown(after) === lastShown(before) || lastShown(after) >= page.last_number) return
  }
}
