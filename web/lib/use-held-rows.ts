import { useMemo, useState } from 'react'
import { holdRows, type HeldRows, type HoldOptions } from './hold-rows.ts'
import { useHold } from './use-hold.ts'

interface HeldRowsOptions<T> extends Partial<HoldOptions> {
  /** Undefined until the rows have been read. */
  latest: readonly T[] | undefined
  /** Names the question that the rows answer. The answer to another question is never held back. */
  question: string
  /** True while the rows of the question before are shown, until the answer to this one arrives. */
  isEarlier: boolean
}

const noIds: ReadonlySet<string> = new Set()

/** Keeps the rows of a list in their places while a reader is busy with them. */
export function useHeldRows<T extends { id: string }>({
  latest,
  question,
  isEarlier,
  isEnd = false,
  hasNewBelow = false,
}: HeldRowsOptions<T>) {
  const [held, setHeld] = useState<{ question: string; rows: readonly T[] } | null>(null)
  const { isHeld, forgetRows, hold } = useHold()
  if (!isHeld && held) setHeld(null)
  if (isHeld && latest && !isEarlier && held?.question !== question) setHeld({ question, rows: latest })

  // An empty list has no rows that could move.
  const before = isHeld && held?.rows.length && (isEarlier || held.question === question) ? held : null
  const shown = useMemo(
    (): Omit<HeldRows<T>, 'rows'> & { rows: readonly T[] | undefined } =>
      latest && before
        ? holdRows(before.rows, latest, { isEnd, hasNewBelow })
        : { rows: latest, newCount: 0, goneIds: noIds, isBehind: false },
    [before, latest, isEnd, hasNewBelow],
  )
  // Rows that were added below keep their places from then on, too.
  if (before && shown.rows && shown.rows.length > before.rows.length) setHeld({ ...before, rows: shown.rows })
  if (!isEarlier && !shown.rows?.length) forgetRows()

  return {
    ...hold,
    ...shown,
    /** Shows the rows as they are now, and holds them there. */
    refresh: () => latest && setHeld({ question, rows: latest }),
    /** Removes one row from the held ones, after the administrator has dealt with it here. */
    drop: (id: string) => setHeld((was) => was && { ...was, rows: was.rows.filter((row) => row.id !== id) }),
  }
}
