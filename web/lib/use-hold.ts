import { useCallback, useState, type FocusEvent } from 'react'

const free = { pointer: false, focus: false, scroll: false, inside: false, dialog: false }
type HeldBy = typeof free

/**
 * Tells if a reader is busy with the rows of a list: the pointer is over them, one of them has the focus, the reader
 * has scrolled into them, or a dialog about one of them is open.
 */
export function useHold() {
  const [by, setBy] = useState(free)
  const hold = (change: Partial<HeldBy>) => setBy((before) => ({ ...before, ...change }))
  return {
    isHeld: Object.values(by).some(Boolean),
    /** For a list that has become empty. The focused or scrolled row has disappeared and has sent no event. */
    forgetRows: () => (by.focus || by.inside) && hold({ focus: false, inside: false }),
    hold: {
      ...useHoldingElements(setBy),
      /** For the rows and the button that refreshes them. The pointer must not lose the button on its way there. */
      pointerProps: {
        // A finger does not hover: after a tap the list would stay held for ever.
        onPointerEnter: ({ pointerType }: { pointerType: string }) =>
          pointerType === 'mouse' && hold({ pointer: true }),
        onPointerLeave: () => hold({ pointer: false }),
      },
      /** For the element of the rows. */
      holdProps: {
        // The rows may scroll in a region of their own.
        onScrollCapture: ({ target }: { target: EventTarget }) => {
          const inside = target instanceof HTMLElement && target.scrollTop > 0
          if (by.inside !== inside) hold({ inside })
        },
        onFocus: () => hold({ focus: true }),
        onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
          if (!currentTarget.contains(relatedTarget)) hold({ focus: false })
        },
      },
      /** Holds the rows behind a dialog about one of them, until it closes. */
      holdForDialog: (isOpen: boolean) => hold({ dialog: isOpen }),
      /** Shows the rows as they are now, and holds them no longer. */
      release: () => setBy(free),
    },
  }
}

function useHoldingElements(setBy: (change: (before: HeldBy) => HeldBy) => void) {
  // Once the top of the list has left the window, rows that come in above would push down the rows being read.
  const topRef = useCallback(
    (top: HTMLElement | null) => {
      if (!top) return
      const observer = new IntersectionObserver(([entry]) => {
        const scroll = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0
        setBy((before) => (before.scroll === scroll ? before : { ...before, scroll }))
      })
      observer.observe(top)
      return () => observer.disconnect()
    },
    [setBy],
  )
  // An element that leaves the page sends neither a blur nor a leave event.
  const rowsRef = useCallback(
    () => () => setBy((before) => ({ ...before, pointer: false, focus: false, inside: false })),
    [setBy],
  )
  return {
    /** For an element above the rows. While it is scrolled out of sight, the rows are held. */
    topRef,
    /** The ref of an element with the rows that can leave the page, such as a sheet. */
    rowsRef,
  }
}
