import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'

const storageName = 'list-density'
const listeners = new Set<() => void>()

/** How close the rows of long lists stand, as this browser was told last. */
export function useDensity(): { density: Density; toggle: () => void } {
  const density = useSyncExternalStore(subscribe, readDensity)
  const toggle = () => {
    try {
      localStorage.setItem(storageName, density === 'compact' ? 'comfortable' : 'compact')
    } catch {
      // Without storage the rows stay as they are.
    }
    for (const notify of listeners) notify()
  }
  return { density, toggle }
}

function readDensity(): Density {
  try {
    return localStorage.getItem(storageName) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
