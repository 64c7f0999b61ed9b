import { useSyncExternalStore } from 'react'

/** A short text that stays for as long as the tab does, e.g. which package a visitor picked before signing up. */
export interface SessionNote {
  read: () => string | null
  write: (text: string | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createSessionNote(key: string): SessionNote {
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
        // Without storage the note lasts until the page is reloaded.
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      // The page may have been kept while another one of this tab wrote.
      addEventListener('pageshow', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('pageshow', listener)
      }
    },
  }
}

export function useSessionNote(note: SessionNote): string | null {
  return useSyncExternalStore(note.subscribe, note.read, () => null)
}
