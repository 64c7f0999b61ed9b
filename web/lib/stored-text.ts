import { useSyncExternalStore } from 'react'

/** Reads and keeps a text in this browser under a name, for all tabs; null until there is one. */
export function useStoredText(name: string): { text: string | null; keep: (text: string) => void } {
  const text = useSyncExternalStore(
    subscribe,
    () => readStoredText(name),
    () => null,
  )
  return { text, keep: (next) => keepStoredText(name, next) }
}

const listeners = new Set<() => void>()
/** In a browser without storage, the texts last as long as the page is open. */
const unstored = new Map<string, string>()

export function readStoredText(name: string): string | null {
  try {
    return unstored.get(name) ?? localStorage.getItem(name)
  } catch {
    return null
  }
}

export function keepStoredText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
    unstored.delete(name)
  } catch {
    unstored.set(name, text)
  }
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
