import { useSyncExternalStore } from 'react'

/** A shorter gap, such as a restart of the server, is over before anybody could read about it. */
const patienceMs = 2000

/** Told by the event stream whenever it opens or breaks. */
export function reportConnection(isOpen: boolean): void {
  if (isOpen) {
    clearTimeout(patience)
    patience = undefined
    setLost(false)
  } else {
    patience ??= setTimeout(() => setLost(true), patienceMs)
  }
}

/** Whether changes on the server do not reach this page at the moment. */
export function useIsConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost)
}

let isLost = false
let patience: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setLost(value: boolean): void {
  if (isLost === value) return
  isLost = value
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
