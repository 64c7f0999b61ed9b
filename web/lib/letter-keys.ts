import { useSyncExternalStore } from 'react'

/** Whether keys that are a single letter or sign do something. Whoever dictates, or types by accident, turns them off. */
export function useLetterKeys(): { isOn: boolean; turn: (isOn: boolean) => void } {
  return { isOn: useSyncExternalStore(subscribe, readChoice), turn: keepChoice }
}

// The desks were the first to have such keys.
const storageName = 'desk-keys'
const listeners = new Set<() => void>()
let isOn: boolean | undefined

function readChoice(): boolean {
  isOn ??= readStored() !== 'off'
  return isOn
}

function keepChoice(next: boolean): void {
  isOn = next
  try {
    if (next) localStorage.removeItem(storageName)
    else localStorage.setItem(storageName, 'off')
  } catch {
    // A browser that keeps nothing has the choice for as long as the page is open.
  }
  for (const listener of listeners) listener()
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageName)
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
