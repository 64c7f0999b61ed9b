import { useSyncExternalStore } from 'react'

/** True while the chat is open. The icon in the bar, the address that opens it and the panel use this. */
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

/** On a screen of this width, the chat covers the page. */
export const phoneScreen = '(width < 37.5rem)'

/** The id of the icon that opens the chat. The focus returns to it. */
export const chatIconId = 'chat-icon'

let isOpen = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
