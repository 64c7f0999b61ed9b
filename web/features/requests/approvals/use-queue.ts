import { useCallback, useMemo, useRef, useState, type FocusEvent } from 'react'
import type { Request } from '../../../../contract/requests.ts'
import { freezeList } from './freeze-list.ts'

/** Holds the rows of a queue in their places while the administrator points at them or has the focus among them. */
export function useQueue<T extends Request>(latest: readonly T[]) {
  const [frozen, setFrozen] = useState<readonly T[] | null>(null)
  // The reasons to hold the rows now. A ref, because a dialog gives the focus back and closes at the same time, between
  // renders.
  const heldBy = useRef({ pointer: false, focus: false, dialog: false })
  // An empty list has no rows that could move.
  const { rows, goneIds } = useMemo(() => freezeList(frozen?.length ? frozen : latest, latest), [frozen, latest])
  // Rows that have arrived meanwhile keep their places from then on, too.
  if (frozen && rows.length > frozen.length) setFrozen(rows)

  const hold = (by: Partial<typeof heldBy.current>) => {
    heldBy.current = { ...heldBy.current, ...by }
    const { pointer, focus, dialog } = heldBy.current
    if (!pointer && !focus && !dialog) setFrozen(null)
    else setFrozen((before) => before ?? latest)
  }
  // A list that leaves the page, such as one in a sheet, sends no blur event.
  const releaseOnLeave = useCallback(
    () => () => {
      heldBy.current = { ...heldBy.current, pointer: false, focus: false }
      setFrozen(null)
    },
    [],
  )
  const holdProps = {
    ref: releaseOnLeave,
    // A finger does not hover: after a tap the list would stay frozen for ever.
    onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && hold({ pointer: true }),
    onPointerLeave: () => hold({ pointer: false }),
    onFocus: () => hold({ focus: true }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) hold({ focus: false })
    },
  }
  return {
    rows,
    goneIds,
    holdProps,
    /** Notes that a dialog about a row has opened or closed. The rows behind an open dialog do not move. */
    holdForDialog: (isOpen: boolean) => hold({ dialog: isOpen }),
    /** Removes a row that has been decided here. */
    drop: (id: string) => setFrozen((before) => before && before.filter((row) => row.id !== id)),
    /** Releases the rows, because another list follows, such as the result of a search. */
    thaw: () => setFrozen(null),
  }
}

export type Queue = ReturnType<typeof useQueue<Request>>
