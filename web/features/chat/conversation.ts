import { queryOptions } from '@tanstack/react-query'
import { listMessages } from '../../../contract/chat.ts'
import { pageSizeMax } from '../../../contract/operation.ts'
import { toasts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toast } from '../../ui/toast.ts'
import { catchUp, type WindowPlace } from './catch-up.ts'
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

/** Takes in what has just been stored, with all that came before it: its number alone does not tell after what it comes. */
export async function takeIn(userId: string): Promise<void> {
  if (placeOf(userId).get()) await readOn(userId)
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
  const now = get()
  if (now) set(startWindow(page, now.restarts))
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
    // A member who is there no more has written nothing, which is no fault.
    if (error instanceof ApiError && error.code === 'not_found') return { items: [], last_number: 0 }
    throw error
  })
}

const firstPageSize = 50

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
