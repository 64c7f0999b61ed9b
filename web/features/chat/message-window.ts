import type { ChatMessage } from '../../../contract/chat.ts'

/** So many messages are kept and drawn at a time, however long the conversation is. */
export const windowMax = 300

/**
 * The part of a conversation that is on the screen: messages that follow each other without a gap, which their numbers
 * prove. Messages are numbered from 1, so the window also knows what lies before and after it.
 */
export interface MessageWindow {
  /** Ascending. */
  messages: readonly ChatMessage[]
  /** Number of the newest message there is, shown here or not; 0 while there is none. */
  lastNumber: number
  /** Whether the reader is at the end, so that what is new may push out what is old. */
  isFollowed: boolean
  /** How often the conversation began afresh, as the server went back to an earlier state of it: numbers mean others since. */
  restarts: number
}

/** What a read of messages answers. */
export interface MessagePage {
  items: readonly ChatMessage[]
  last_number: number
}

export const emptyWindow: MessageWindow = { messages: [], lastNumber: 0, isFollowed: true, restarts: 0 }

/** The newest messages, in place of whatever was shown. */
export function startWindow({ items, last_number }: MessagePage, restarts = 0): MessageWindow {
  return { messages: items, lastNumber: Math.max(last_number, lastOf(items)), isFollowed: true, restarts }
}

/**
 * Whether a read from the newest message shown onwards finds that very message. A message keeps its number, and one that
 * was lost with a restore never comes again, so where the newest is the same everything before it is.
 */
export function isContinuedBy({ messages }: MessageWindow, { items }: MessagePage): boolean {
  const newest = messages.at(-1)
  return newest === undefined || items[0]?.id === newest.id
}

/** The end as the server has it now, which a restore may have moved back; what is shown is there for certain. */
export function withEnd(window: MessageWindow, { last_number }: MessagePage): MessageWindow {
  const lastNumber = Math.max(last_number, lastShown(window))
  return lastNumber === window.lastNumber ? window : { ...window, lastNumber }
}

/**
 * Adds what comes after the window. Messages that are there already are passed over, and those that do not adjoin are
 * left out: reading on from the end brings them. When it is full, the oldest give way to a reader who follows, and the
 * new ones wait for a reader who does not.
 */
export function append(window: MessageWindow, { items, last_number }: MessagePage): MessageWindow {
  const end = lastShown(window)
  const fresh = items.filter(({ number }) => number > end)
  const lastNumber = Math.max(window.lastNumber, last_number, lastOf(items))
  if (fresh[0]?.number !== end + 1) return lastNumber === window.lastNumber ? window : { ...window, lastNumber }
  const all = [...window.messages, ...fresh]
  return { ...window, lastNumber, messages: window.isFollowed ? all.slice(-windowMax) : all.slice(0, windowMax) }
}

/** Goes on downwards: what was read longest ago gives way. */
export function extendDown(window: MessageWindow, page: MessagePage): MessageWindow {
  const { isFollowed } = window
  return { ...append({ ...window, isFollowed: true }, page), isFollowed }
}

/** Goes back in time: when the window is full, the newest give way, and are read again on the way down. */
export function extendUp(window: MessageWindow, { items }: MessagePage): MessageWindow {
  const start = firstShown(window)
  const older = items.filter(({ number }) => number < start)
  if (older.length === 0 || lastOf(older) !== start - 1) return window
  return { ...window, messages: [...older, ...window.messages].slice(0, windowMax) }
}

export function hasOlder(window: MessageWindow): boolean {
  return firstShown(window) > 1
}

export function hasNewer(window: MessageWindow): boolean {
  return lastShown(window) < window.lastNumber
}

/** Number of the oldest message shown. */
export function firstShown({ messages, lastNumber }: MessageWindow): number {
  return messages[0]?.number ?? lastNumber + 1
}

/** Number of the newest message shown. */
export function lastShown({ messages }: MessageWindow): number {
  return lastOf(messages)
}

function lastOf(items: readonly ChatMessage[]): number {
  return items.at(-1)?.number ?? 0
}
