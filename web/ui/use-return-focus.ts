import { useRef } from 'react'

/**
 * Returns the focus to the element that had it before a layer opened. Radix does so only for a layer with its own
 * trigger. These layers are opened by state: by a row, a shortcut or an answer of the server.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // A link in the layer may have opened another page, and its heading has the focus then.
      if (document.activeElement !== null && document.activeElement !== document.body) return
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    },
  }
}
