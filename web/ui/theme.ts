export type ThemeChoice = 'light' | 'dark' | 'system'

/**
 * Stores the choice. head.js, which runs before the first paint, applies it in this tab and, by the storage event, in
 * the others.
 */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', choice)
  } catch {
    // Without storage the page keeps following the system.
  }
  window.dispatchEvent(new Event('themechange'))
}

export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem('theme')
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

export function subscribeToTheme(listener: () => void): () => void {
  for (const change of changes) window.addEventListener(change, listener)
  return () => {
    for (const change of changes) window.removeEventListener(change, listener)
  }
}

/** "pageshow" tells a page that the browser restored from its cache, and that missed earlier events. */
const changes = ['storage', 'themechange', 'pageshow']
