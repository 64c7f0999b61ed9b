import { useSyncExternalStore } from 'react'

/**
 * True while a modal layer lies over the page. The keyboard and screen readers cannot reach the page then, as the
 * layers mark the app with `aria-hidden`.
 */
export function useIsPageCovered(): boolean {
  return useSyncExternalStore(subscribe, isCovered)
}

function isCovered(): boolean {
  return app()?.getAttribute('aria-hidden') === 'true'
}

function subscribe(listener: () => void): () => void {
  const element = app()
  if (!element) return () => {}
  const observer = new MutationObserver(listener)
  observer.observe(element, { attributes: true, attributeFilter: ['aria-hidden'] })
  return () => observer.disconnect()
}

function app(): HTMLElement | null {
  return document.getElementById('root')
}
