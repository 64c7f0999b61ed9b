import { useSyncExternalStore } from 'react'

/** From 1024 px on, a list and the chosen item fit side by side. */
export const wideScreen = '(min-width: 64rem)'

/** Tables are shown from this width on. Below it, each row is a card. */
export const tableScreen = '(min-width: 48rem)'

/** True while a media query matches. The component renders again when that changes. */
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
