import { useSyncExternalStore } from 'react'

/**
 * True while a modal layer lies over the page. The keyboard and screen readers cannot reach the page then, as the layers
 * hide the app from them. They mark the app as a whole or, if it has live regions, the parts beside these.
 */
export function useIsPageCovered(): boolean {
  return useSyncExternalStore(subscribe, isCovered)
}

const marker = 'data-aria-hidden'

function isCovered(): boolean {
  return document.querySelector(`#root[${marker}], #root [${marker}]`) !== null
}

function subscribe(listener: () => void): () => void {
  const app = document.getElementById('root')
  if (!app) return () => {}
  const observer = new MutationObserver(listener)
  observer.observe(app, { attributes: true, subtree: true, attributeFilter: [marker] })
  return () => observer.disconnect()
}
