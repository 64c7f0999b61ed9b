import { useCallback, useState, type FocusEvent } from 'react'
import { holdRows } from './hold-rows.ts'

interface HeldRowsOptions<T> {
  /** Undefined until the rows have been read. */
  latest: readonly T[] | undefined
  /** Names the search, filters and page that the rows belong to. Rows are held only as long as it stays the same. */
  question: string
  /** True while these are the rows of the previous question. */
  isEarlier: boolean
  /** True if nothing follows the latest rows. */
  isEnd?: boolean
}

const nobody: ReadonlySet<string> = new Set()

/**
 * Holds the rows of a page in their places while the person points at them, has the focus among them or has scrolled
 * into them.
 */
export function useHeldRows<T extends { id: string }>({
  latest,
  question,
  isEarlier,
  isEnd = false,
}: HeldRowsOptions<T>) {
  const [held, setHeld] = useState<{ question: string; rows: readonly T[] } | null>(null)
  const [by, setBy] = useState({ pointer: false, focus: false, scroll: false, inside: false })
  const isHeld = by.pointer || by.focus || by.scroll || by.inside
  if (!isHeld && held) setHeld(null)
  if (isHeld && latest && !isEarlier && held?.question !== question) setHeld({ question, rows: latest })
  const hold = (change: Partial<typeof by>) => setBy((before) => ({ ...before, ...change }))
  // If the last row goes, the browser sends no event for its lost focus or scroll position. The next rows are not held
  // for it.
  if ((by.focus || by.inside) && !isEarlier && !latest?.length) hold({ focus: false, inside: false })
  const holdInside = (inside: boolean) => by.inside !== inside && hold({ inside })

  // Watches the top of the list. Once it has left the window, new rows above would push down the rows being read.
  const topRef = useCallback((top: HTMLElement | null) => {
    if (!top) return
    const observer = new IntersectionObserver(([entry]) => {
      const scroll = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0
      setBy((before) => (before.scroll === scroll ? before : { ...before, scroll }))
    })
    observer.observe(top)
    return () => observer.disconnect()
  }, [])
  // For the rows together with the line above: otherwise its button would vanish while the pointer moves from the rows
  // to it.
  const pointerProps = {
    // A finger does not hover: after a tap the list would be held for ever.
    onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && hold({ pointer: true }),
    onPointerLeave: () => hold({ pointer: false }),
  }
  const holdProps = {
    // The rows may scroll inside a region of their own.
    onScrollCapture: ({ target }: { target: EventTarget }) =>
      target instanceof HTMLElement && holdInside(target.scrollTop > 0),
    onFocus: () => hold({ focus: true }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) hold({ focus: false })
    },
  }

  // An empty list has no rows that could move.
  const isShown = held && held.rows.length > 0 && (isEarlier || held.question === question)
  const shown = latest && isShown ? holdRows(held.rows, latest, isEnd) : { rows: latest, newCount: 0, goneIds: nobody }
  return {
    ...shown,
    topRef,
    pointerProps,
    holdProps,
    /** Shows the latest rows, and holds those. */
    refresh: () => latest && setHeld({ question, rows: latest }),
  }
}
