import { useRef } from 'react'

/**
 * Takes the focus back to where it was before a layer opened. Radix does so for a layer with its own trigger only, and ours are opened by
 * state: by a row, a shortcut, an answer of the server.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // A link in the layer may have opened another page, whose heading has the focus by now.
      if (document.activeElement !== null && document.activeElement !== document.body) return
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    },
  }
}
