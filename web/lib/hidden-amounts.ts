import { useSyncExternalStore } from 'react'

/**
 * Tells if the person has hidden their own amounts from others who see the screen. The choice lasts as long as the tab.
 */
export function useHiddenAmounts() {
  const isHidden = useSyncExternalStore(subscribe, readHidden, () => false)
  return {
    isHidden,
    /** Returns the text, or dots while amounts are hidden. */
    mask: (text: string) => (isHidden ? '••••••' : text),
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
