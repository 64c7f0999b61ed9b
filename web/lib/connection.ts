import { useSyncExternalStore } from 'react'

/** Offline: the device has no network. Lost: the device has one, but the server does not answer. */
export type Connection = 'up' | 'lost' | 'offline'

/** A shorter gap, such as a restart of the server, is over before a person could read about it. */
const patienceMs = 2000

/** Takes the state of the event stream. While there is a stream, it alone decides; visitors have none. */
export function reportStream(state: 'open' | 'broken' | 'none'): void {
  hasStream = state !== 'none'
  stream.report(state !== 'broken')
  notifyListeners()
}

/** Takes the outcome of each call: true if the server answered at all. */
export function reportAnswer(isAnswered: boolean): void {
  calls.report(isAnswered)
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, read, () => 'up')
}

/** Calls the listener each time the server can be reached again. */
export function onReconnect(listener: () => void): void {
  let before = read()
  subscribe(() => {
    const now = read()
    if (before !== 'up' && now === 'up') listener()
    before = now
  })
}

let hasStream = false
const listeners = new Set<() => void>()
const stream = createSign()
const calls = createSign()

function read(): Connection {
  if (!navigator.onLine) return 'offline'
  return (hasStream ? stream : calls).isLost() ? 'lost' : 'up'
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const change of ['online', 'offline']) addEventListener(change, notifyListeners)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const change of ['online', 'offline']) removeEventListener(change, notifyListeners)
  }
}

function notifyListeners(): void {
  listeners.forEach((listener) => listener())
}

/** Makes one sign of life. It counts as lost after failing for a while, and as alive at once after a success. */
function createSign() {
  let isLost = false
  let patience: ReturnType<typeof setTimeout> | undefined
  const set = (value: boolean) => {
    if (isLost === value) return
    isLost = value
    notifyListeners()
  }
  return {
    isLost: () => isLost,
    report(isAlive: boolean) {
      if (!isAlive) {
        patience ??= setTimeout(() => set(true), patienceMs)
        return
      }
      clearTimeout(patience)
      patience = undefined
      set(false)
    },
  }
}
