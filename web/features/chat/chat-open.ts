import { useSyncExternalStore } from 'react'

/** Whether the chat is open, for the icon in the bar, the address that opens it, and the panel itself. */
export function useIsChatOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
}

export function setChatOpen(value: boolean): void {
  if (isOpen === value) return
  isOpen = value
  for (const notify of listeners) notify()
}

export function toggleChat(): void {
  setChatOpen(!isOpen)
}

/** On such a screen the chat covers the page. */
export const phoneScreen = '(width < 37.5rem)'

/** The icon that opens the chat, to which the focus returns. */
export const chatIconId = 'chat-icon'

let isOpen = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
