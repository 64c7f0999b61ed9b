/** Whether the tab is looked at, to be followed with useSyncExternalStore. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

export function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
