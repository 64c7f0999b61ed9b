import { useSyncExternalStore } from 'react'

/** A short text that lasts as long as the tab, such as the package that a visitor picked before signing up. */
export interface TabText {
  read: () => string | null
  write: (text: string | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createTabText(key: string): TabText {
  const listeners = new Set<() => void>()
  let fallback: string | null = null
  return {
    read: () => {
      try {
        return sessionStorage.getItem(key)
      } catch {
        return fallback
      }
    },
    write: (text) => {
      fallback = text
      try {
        if (text === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, text)
      } catch {
        // Without storage, the note lasts until the page is reloaded.
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      // The browser may have kept this page while another page of this tab wrote the note.
      addEventListener('pageshow', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('pageshow', listener)
      }
    },
  }
}

export function useTabText(note: TabText): string | null {
  return useSyncExternalStore(note.subscribe, note.read, () => null)
}
