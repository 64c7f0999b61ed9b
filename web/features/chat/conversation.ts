import { queryOptions } from '@tanstack/react-query'
import { getConversation, listMessages, type ChatMessage } from '../../../contract/chat.ts'
import { pageSizeMax } from '../../../contract/operation.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { catchUp, type WindowPlace } from './catch-up.ts'
import {
  append,
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
 * The conversation of a member, as far as it is on the screen. To read it again means to read on: what is there stays,
 * and what is new is added to it.
 */
export function conversationQuery(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId),
    queryFn: () => readOn(userId),
    structuralSharing: false,
    // What was still on its way when the chat was closed may have come since, and does not make the window complete.
    refetchOnMount: 'always',
    meta: { topics: ['chat'], isPublic: false },
  })
}

/** Takes in a message that has just been stored. One that does not adjoin comes with those before it. */
export async function takeIn(userId: string, message: ChatMessage): Promise<void> {
  const { get, set } = placeOf(userId)
  const window = get()
  if (!window) return
  if (message.number === lastShown(window) + 1) set(append(window, { items: [message], last_number: message.number }))
  else if (message.number > lastShown(window)) await readOn(userId)
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

/** Leaves what the reader has gone back to, for the end of the conversation. */
export async function readNewest(userId: string): Promise<void> {
  const { get, set } = placeOf(userId)
  const page = await readMessages(userId, {})
  if (get()) set(startWindow(page))
  await readOn(userId)
}

/** Whether the reader is at the end of the conversation. */
export function setFollowed(userId: string, isFollowed: boolean): void {
  const { get, set } = placeOf(userId)
  const window = get()
  if (window && window.isFollowed !== isFollowed) set({ ...window, isFollowed })
}

/** Whoever comes back to the conversation begins at its end. */
export function leave(userId: string): void {
  setFollowed(userId, true)
}

interface Flight {
  isWantedAgain: boolean
  landing: Promise<MessageWindow>
}

const flights = new Map<string, Flight>()

/** One reader at a time: whoever asks meanwhile shares its answer, for which it reads once more. */
function readOn(userId: string): Promise<MessageWindow> {
  const underWay = flights.get(userId)
  if (underWay) {
    underWay.isWantedAgain = true
    return underWay.landing
  }
  const flight: Flight = { isWantedAgain: true, landing: Promise.resolve(emptyWindow) }
  flights.set(userId, flight)
  flight.landing = fly(userId, flight).finally(() => flights.delete(userId))
  return flight.landing
}

async function fly(userId: string, flight: Flight): Promise<MessageWindow> {
  const place = placeOf(userId)
  while (flight.isWantedAgain) {
    flight.isWantedAgain = false
    if (place.get()) await catchUp(place, ({ after }) => readMessages(userId, { after }))
    else place.set(await readFirst(userId))
  }
  return place.get() ?? emptyWindow
}

/** A member who has not written yet has no conversation, which is no fault. */
async function readFirst(userId: string): Promise<MessageWindow> {
  const conversation = await noneIfNotFound(call(getConversation, { params: { userId } }))
  return conversation ? startWindow(await readMessages(userId, {})) : emptyWindow
}

async function readMessages(
  userId: string,
  query: { after?: number | undefined; before?: number },
): Promise<MessagePage> {
  const { before, after } = query
  const place = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  const limit = before === undefined && after === undefined ? firstPageSize : pageSizeMax
  const page = await noneIfNotFound(call(listMessages, { params: { userId }, query: { ...place, limit } }))
  return page ?? { items: [], last_number: 0 }
}

const firstPageSize = 50

function noneIfNotFound<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
}

/** The window in the cache. Once its person has left, nothing is written there any more. */
function placeOf(userId: string): WindowPlace {
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
