import { useSyncExternalStore } from 'react'

/**
 * Whether a modal layer lies over the page. It takes everything else on the page out of the reach of the keyboard and of
 * screen readers, which the layers say by an attribute on the app.
 */
export function useIsCovered(): boolean {
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
