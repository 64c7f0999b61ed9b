import { useSyncExternalStore } from 'react'

/** Whether one's own amounts are covered, for people who look at the screen together. It lasts as long as the tab. */
export function useHiddenAmounts() {
  const isHidden = useSyncExternalStore(subscribe, readHidden, () => false)
  return {
    isHidden,
    /** The text, or dots in its place. */
    veil: (text: string) => (isHidden ? '••••••' : text),
    toggle: () => {
      sessionStorage.setItem(storageName, String(!isHidden))
      for (const notify of listeners) notify()
    },
  }
}

const storageName = 'amounts-hidden'
const listeners = new Set<() => void>()

function readHidden(): boolean {
  return sessionStorage.getItem(storageName) === 'true'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
