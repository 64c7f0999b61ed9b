import { useSyncExternalStore } from 'react'

/** From 1024 px on there is room for a list and what was chosen from it side by side. */
export const wideScreen = '(min-width: 64rem)'

/** Below this width a row of a table is a card. */
export const tableScreen = '(min-width: 48rem)'

/** Whether a media query holds, now and whenever that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
