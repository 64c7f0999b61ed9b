import type { KeyboardEvent } from 'react'

/** True for Ctrl or ⌘ with Enter. A focused button would be pressed as well, so the key does nothing else. */
export function isConfirmKey(event: KeyboardEvent): boolean {
  const isIt = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (isIt) event.preventDefault()
  return isIt
}
