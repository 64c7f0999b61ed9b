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
  earlyText = ''
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

/** Keeps a letter that a person types after opening the palette, until its dialog has loaded. */
export function keepEarlyLetter(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
  if (!isLetter && key !== 'Backspace') return
  // Elsewhere on the page, a letter alone may be a shortcut.
  event.preventDefault()
  event.stopPropagation()
  earlyText = isLetter ? earlyText + key : earlyText.slice(0, -1)
}

/** Returns the kept letters, once. */
export function takeEarlyText(): string {
  const text = earlyText
  earlyText = ''
  return text
}

let isOpen = false
let earlyText = ''
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
