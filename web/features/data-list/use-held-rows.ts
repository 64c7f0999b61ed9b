import { useCallback, useState, type FocusEvent } from 'react'
import { holdRows } from './hold-rows.ts'

interface HeldRowsOptions<T> {
  /** Undefined until they have been read. */
  latest: readonly T[] | undefined
  /** Names the question that they answer: the answer to another one is never held back. */
  question: string
  /** The rows of the question before, which stay until the answer to this one is there. */
  isEarlier: boolean
  /** Nothing comes after the latest rows. */
  isEnd?: boolean
}

const nobody: ReadonlySet<string> = new Set()

/**
 * The rows of a page, which stay where they are while somebody points at them, has the focus among them or has scrolled
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
  // What had the focus, or was scrolled, goes with the last row and does not tell: the next rows are not held for it.
  if ((by.focus || by.inside) && !isEarlier && !latest?.length) hold({ focus: false, inside: false })
  const holdInside = (inside: boolean) => by.inside !== inside && hold({ inside })

  // The top of the list: once it has left the window, rows that come in above would push down what is being read.
  const topRef = useCallback((top: HTMLElement | null) => {
    if (!top) return
    const observer = new IntersectionObserver(([entry]) => {
      const scroll = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0
      setBy((before) => (before.scroll === scroll ? before : { ...before, scroll }))
    })
    observer.observe(top)
    return () => observer.disconnect()
  }, [])
  // For the rows with the line above them: its button would vanish under the pointer that leaves the rows to press it.
  const pointerProps = {
    // A finger does not hover: after a tap the list would stay as it is for ever.
    onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && hold({ pointer: true }),
    onPointerLeave: () => hold({ pointer: false }),
  }
  const holdProps = {
    // The rows may scroll by themselves, in a region of their own.
    onScrollCapture: ({ target }: { target: EventTarget }) =>
      target instanceof HTMLElement && holdInside(target.scrollTop > 0),
    onFocus: () => hold({ focus: true }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) hold({ focus: false })
    },
  }

  // An empty list has nothing that could move.
  const isShown = held && held.rows.length > 0 && (isEarlier || held.question === question)
  const shown = latest && isShown ? holdRows(held.rows, latest, isEnd) : { rows: latest, newCount: 0, goneIds: nobody }
  return {
    ...shown,
    topRef,
    pointerProps,
    holdProps,
    /** Shows the rows as they are now, and holds them there. */
    refresh: () => latest && setHeld({ question, rows: latest }),
  }
}
