import type { ChatMessage } from '../../../contract/chat.ts'

/** The most messages that are kept and drawn at a time. */
export const windowMax = 300

/**
 * The part of a conversation that is on the screen. Its messages follow each other without a gap, which their numbers
 * prove. They are numbered from 1, so the window also knows if there are messages before and after it.
 */
export interface MessageWindow {
  /** In ascending order. */
  messages: readonly ChatMessage[]
  /** The number of the newest message that exists, shown here or not; 0 without messages. */
  lastNumber: number
  /** True while the reader is at the end, so that new messages may push out old ones. */
  isAtEnd: boolean
  /**
   * The number of restarts after the server went back to an earlier state. The message numbers mean other messages
   * since.
   */
  restarts: number
}

/** The answer to a read of messages. */
export interface MessagePage {
  items: readonly ChatMessage[]
  last_number: number
}

export const emptyWindow: MessageWindow = { messages: [], lastNumber: 0, isAtEnd: true, restarts: 0 }

/** Makes a window of the newest messages, in place of those before. */
export function startWindow({ items, last_number }: MessagePage, restarts = 0): MessageWindow {
  return { messages: items, lastNumber: Math.max(last_number, lastOf(items)), isAtEnd: true, restarts }
}

/**
 * True if a read that begins at the newest shown message finds exactly that message. A message keeps its number, and a
 * message lost by a restore never returns. So if the newest one is the same, all before it are the same.
 */
export function isContinuedBy({ messages }: MessageWindow, { items }: MessagePage): boolean {
  const newest = messages.at(-1)
  return newest === undefined || items[0]?.id === newest.id
}

/** Takes the end from the server, which a restore may have moved back. The shown messages exist for certain. */
export function withLastNumber(window: MessageWindow, { last_number }: MessagePage): MessageWindow {
  const lastNumber = Math.max(last_number, lastShown(window))
  return lastNumber === window.lastNumber ? window : { ...window, lastNumber }
}

/**
 * Adds the messages that follow the window. Messages that are there already are skipped. Messages after a gap are left
 * out, as reading from the end brings them later. If the window is full, the oldest messages leave for a reader at the
 * end, and the new ones wait for a reader further up.
 */
export function append(window: MessageWindow, { items, last_number }: MessagePage): MessageWindow {
  const end = lastShown(window)
  const fresh = items.filter(({ number }) => number > end)
  const lastNumber = Math.max(window.lastNumber, last_number, lastOf(items))
  if (fresh[0]?.number !== end + 1) return lastNumber === window.lastNumber ? window : { ...window, lastNumber }
  const all = [...window.messages, ...fresh]
  return { ...window, lastNumber, messages: window.isAtEnd ? all.slice(-windowMax) : all.slice(0, windowMax) }
}

/** Extends the window downwards. If it is full, the oldest messages leave. */
export function extendDown(window: MessageWindow, page: MessagePage): MessageWindow {
  const { isAtEnd } = window
  return { ...append({ ...window, isAtEnd: true }, page), isAtEnd }
}

/** Extends the window upwards. If it is full, the newest messages leave; they are read again on the way down. */
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

/** Returns the number of the oldest shown message. */
export function firstShown({ messages, lastNumber }: MessageWindow): number {
  return messages[0]?.number ?? lastNumber + 1
}

/** Returns the number of the newest shown message. */
export function lastShown({ messages }: MessageWindow): number {
  return lastOf(messages)
}

function lastOf(items: readonly ChatMessage[]): number {
  return items.at(-1)?.number ?? 0
}
