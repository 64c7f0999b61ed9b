import { useSyncExternalStore } from 'react'

/** Whether the palette is open, for the button in the bar, the keys that open it, and the palette itself. */
export function useIsPaletteOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
}

export function setPaletteOpen(value: boolean): void {
  if (isOpen === value) return
  isOpen = value
  for (const notify of listeners) notify()
}

export function togglePalette(): void {
  setPaletteOpen(!isOpen)
}

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Press = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'> & {
  /** A browser that fills a field in by itself names no key. */
  key?: string | undefined
}

/** Cmd with K where keyboards have such a key, for which Ctrl and K delete the rest of a line; elsewhere Ctrl with K. */
export function isPaletteChord(press: Press, hasCommandKey = isApple): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press
  if (key?.toLowerCase() !== 'k' || altKey || shiftKey || isComposing) return false
  return hasCommandKey ? metaKey && !ctrlKey : ctrlKey && !metaKey
}

let isOpen = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
