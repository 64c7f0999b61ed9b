import { useState, type FocusEvent, type UIEvent } from 'react'
import { steadyRows, type Row } from './steady-rows.ts'

interface SteadyList<T extends Row> {
  latest: readonly T[]
  /** The filter of the list. Rows of another filter are not held. */
  of: string
  openId: string | undefined
}

/**
 * Keeps rows in their places while the pointer is over them, one of them has the focus, or the list is scrolled down.
 */
export function useSteadyRows<T extends Row>({ latest, of, openId }: SteadyList<T>) {
  const [shown, setShown] = useState<{ of: string; rows: readonly T[] }>({ of, rows: latest })
  const [heldBy, setHeldBy] = useState({ pointer: false, focus: false, scroll: false })
  const isHeld = heldBy.pointer || heldBy.focus || heldBy.scroll
  const { rows, isBehind } = steadyRows(shown.of === of ? shown.rows : [], latest, { isHeld, openId })
  // Remembers the rows on the screen. Rendering once more gives the same rows.
  if (shown.of !== of || !isSame(shown.rows, rows)) setShown({ of, rows })

  const hold = (by: Partial<typeof heldBy>) => setHeldBy((before) => ({ ...before, ...by }))
  return {
    rows,
    isBehind,
    /** Shows the latest rows, and holds those from then on. */
    refresh: () => setShown({ of, rows: [] }),
    holdProps: {
      // A finger does not hover: after a tap the list would stay held for ever.
      onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && hold({ pointer: true }),
      onPointerLeave: () => hold({ pointer: false }),
      onFocus: () => hold({ focus: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) hold({ focus: false })
      },
      onScroll: ({ currentTarget }: UIEvent) => hold({ scroll: currentTarget.scrollTop > 0 }),
    },
  }
}

function isSame<T>(before: readonly T[], after: readonly T[]): boolean {
  return before.length === after.length && before.every((row, index) => row === after[index])
}
