import { useSyncExternalStore } from 'react'

/** Whether the palette is open, for the button in the bar, the keys that open it, and the palette itself. */
export function useIsPaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

export function setPaletteOpen(value: boolean): void {
  if (isOpen === value) return
  isOpen = value
  for (const notify of listeners) notify()
}

export function togglePalette(): void {
  setPaletteOpen(!isOpen)
}

/** Ctrl or Cmd with K and nothing else, whatever is typed at the moment. */
export function isPaletteChord(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey && !event.isComposing
}

let isOpen = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
