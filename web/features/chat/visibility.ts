/** True while the tab is visible. Use it with useSyncExternalStore. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

export function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
