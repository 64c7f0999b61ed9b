import { queryOptions } from '@tanstack/react-query'
import { listMessages } from '../../../contract/endpoints/chat.ts'
import { pageSizeMax } from '../../../contract/endpoint.ts'
import { toasts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toast } from '../../ui/toast.ts'
import { catchUp, type WindowAccess } from './catch-up.ts'
import {
  emptyWindow,
  extendDown,
  extendUp,
  firstShown,
  lastShown,
  startWindow,
  type MessagePage,
  type MessageWindow,
} from './message-window.ts'

/**
 * The part of a member's conversation that is on the screen. Reading it again continues it: messages that are there
 * stay, and new ones are added.
 */
export function conversationQuery(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId),
    queryFn: () => readNewMessages(userId),
    structuralSharing: false,
    // A read that was on its way when the chat was closed may have arrived since, but the window can still lack newer
    // messages.
    refetchOnMount: 'always',
    meta: { topics: ['chat'], isPublic: false },
  })
}

/**
 * Adds a message that has just been stored, with all messages before it. Its number alone does not tell if others are
 * missing in between.
 */
export async function addStoredMessage(userId: string): Promise<void> {
  if (placeOf(userId).get()) await readNewMessages(userId)
}

export async function readOlder(userId: string): Promise<void> {
  const { get, set } = placeOf(userId)
  const window = get()
  if (!window) return
  const page = await readMessages(userId, { before: firstShown(window) })
  const now = get()
  if (now) set(extendUp(now, page))
}

export async function readNewer(userId: string): Promise<void> {
  const { get, set } = placeOf(userId)
  const window = get()
  if (!window) return
  const page = await readMessages(userId, { after: lastShown(window) })
  const now = get()
  if (now) set(extendDown(now, page))
}

/** Brings a message into the window, with those around it, unless it is there. Returns false if there is no such message. */
export async function readAround(userId: string, number: number): Promise<boolean> {
  const { get, set } = placeOf(userId)
  const isThere = () => get()?.messages.some((message) => message.number === number) ?? false
  const window = get()
  if (!window || (firstShown(window) <= number && number <= lastShown(window))) return isThere()
  const page = await readMessages(userId, { before: number + aroundCount })
  const now = get()
  if (now && page.items.length > 0) set({ ...startWindow(page, now.restarts), isAtEnd: false })
  return isThere()
}

/** Leaves the older messages that the reader went back to, for the end of the conversation. */
export async function readNewest(userId: string): Promise<void> {
  const { get, set } = placeOf(userId)
  const page = await readMessages(userId, {})
  const now = get()
  if (now) set(startWindow(page, now.restarts))
  await readNewMessages(userId)
}

/** Notes if the reader is at the end of the conversation. */
export function setIsAtEnd(userId: string, isAtEnd: boolean): void {
  const { get, set } = placeOf(userId)
  const window = get()
  if (window && window.isAtEnd !== isAtEnd) set({ ...window, isAtEnd })
}

/** Notes that the reader left: the conversation begins at its end when they come back. */
export function noteReaderLeft(userId: string): void {
  setIsAtEnd(userId, true)
}

interface PendingRead {
  isWantedAgain: boolean
  result: Promise<MessageWindow>
}

const pendingReads = new Map<string, PendingRead>()

/**
 * Reads the newer messages. Only one read runs at a time: a caller that comes meanwhile makes it read once more, and
 * gets the same answer.
 */
function readNewMessages(userId: string): Promise<MessageWindow> {
  const underWay = pendingReads.get(userId)
  if (underWay) {
    underWay.isWantedAgain = true
    return underWay.result
  }
  const pending: PendingRead = { isWantedAgain: true, result: Promise.resolve(emptyWindow) }
  pendingReads.set(userId, pending)
  pending.result = runRead(userId, pending).finally(() => pendingReads.delete(userId))
  return pending.result
}

async function runRead(userId: string, pending: PendingRead): Promise<MessageWindow> {
  const place = placeOf(userId)
  while (pending.isWantedAgain) {
    pending.isWantedAgain = false
    if (!place.get()) place.set(startWindow(await readMessages(userId, {})))
    else if (await catchUp(place, ({ after }) => readMessages(userId, { after })))
      toast({ ...toasts.chatRestored, variant: 'destructive' })
  }
  return place.get() ?? emptyWindow
}

async function readMessages(
  userId: string,
  query: { after?: number | undefined; before?: number },
): Promise<MessagePage> {
  const { before, after } = query
  const place = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  const limit = before === undefined && after === undefined ? firstPageSize : pageSizeMax
  return call(listMessages, { params: { userId }, query: { ...place, limit } }).catch((error: unknown) => {
    // A member who no longer exists has no messages, which is no error.
    if (error instanceof ApiError && error.code === 'not_found') return { items: [], last_number: 0 }
    throw error
  })
}

const firstPageSize = 50
/** So many messages follow the one that a link points at. */
const aroundCount = 20

/** Returns access to the window in the cache. Once the person has left, nothing is written there any more. */
function placeOf(userId: string): WindowAccess {
  const key = keyOf(userId)
  return {
    get: () => queryClient.getQueryData<MessageWindow>(key),
    set: (window) => {
      if (queryClient.getQueryState(key)) queryClient.setQueryData<MessageWindow>(key, window)
    },
  }
}

function keyOf(userId: string) {
  return ['conversation', userId] as const
}
