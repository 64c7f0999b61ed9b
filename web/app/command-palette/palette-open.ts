import { useSyncExternalStore } from 'react'

/** True while the palette is open. The button in the bar, the keys that open it and the palette itself use this. */
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
  /** A browser that fills in a field sends a key event without a key. */
  key?: string | undefined
}

/** True for Cmd+K on Apple keyboards, on which Ctrl+K deletes the rest of a line, and for Ctrl+K on others. */
export function isPaletteShortcut(press: Press, hasCommandKey = isApple): boolean {
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
