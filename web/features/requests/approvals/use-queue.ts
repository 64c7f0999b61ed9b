import { useCallback, useMemo, useRef, useState, type FocusEvent } from 'react'
import type { Request } from '../../../../contract/requests.ts'
import { freezeList } from './freeze-list.ts'

/** A queue whose rows stay where they are while somebody points at them or has the focus among them. */
export function useQueue<T extends Request>(latest: readonly T[]) {
  const [frozen, setFrozen] = useState<readonly T[] | null>(null)
  // What holds it now, whichever draws come between: a dialog gives the focus back and closes at the same time.
  const heldBy = useRef({ pointer: false, focus: false, dialog: false })
  // An empty list has nothing that could move.
  const { rows, goneIds } = useMemo(() => freezeList(frozen?.length ? frozen : latest, latest), [frozen, latest])
  // What has come in meanwhile has its place from then on, too.
  if (frozen && rows.length > frozen.length) setFrozen(rows)

  const hold = (by: Partial<typeof heldBy.current>) => {
    heldBy.current = { ...heldBy.current, ...by }
    const { pointer, focus, dialog } = heldBy.current
    if (!pointer && !focus && !dialog) setFrozen(null)
    else setFrozen((before) => before ?? latest)
  }
  // A list that leaves the page, such as one in a sheet, tells of no blur.
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
    /** A dialog about one of the rows has opened or closed; behind it nothing moves either. */
    holdForDialog: (isOpen: boolean) => hold({ dialog: isOpen }),
    /** Takes one row out, because it has been dealt with here. */
    drop: (id: string) => setFrozen((before) => before && before.filter((row) => row.id !== id)),
    /** Shows another list than before, e.g. one that is searched. */
    thaw: () => setFrozen(null),
  }
}

export type Queue = ReturnType<typeof useQueue<Request>>
