import { useCallback, useMemo, useState } from 'react'
import { chosenMax } from '../../../../contract/endpoints/desk.ts'
import type { Request } from '../../../../contract/requests.ts'

const none: ReadonlySet<string> = new Set()

/** Holds the requests of the queue that are chosen to be dealt with together, in the order of the queue. */
export function useChosen<Of extends Request>(rows: readonly Of[], goneIds: ReadonlySet<string>) {
  const [ids, setIds] = useState(none)
  const requests = useMemo(
    () => (ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id) && !goneIds.has(id))),
    [ids, rows, goneIds],
  )
  // A request that has left the list, as after its decision, is no longer chosen. Unseen it would take the room of others.
  if (requests.length < ids.size) setIds(requests.length === 0 ? none : new Set(requests.map(({ id }) => id)))
  const isFull = requests.length >= chosenMax
  const toggle = useCallback((id: string) => {
    setIds((before) => {
      if (before.has(id)) return new Set([...before].filter((one) => one !== id))
      return before.size >= chosenMax ? before : new Set(before).add(id)
    })
  }, [])
  const add = useCallback(
    (more: readonly string[]) => setIds((before) => new Set([...before, ...more].slice(0, chosenMax))),
    [],
  )
  const drop = useCallback(
    (gone: readonly string[]) => setIds((before) => new Set([...before].filter((id) => !gone.includes(id)))),
    [],
  )
  const clear = useCallback(() => setIds(none), [])
  return { requests, ids, isFull, toggle, add, drop, clear }
}

export type Chosen<Of extends Request = Request> = ReturnType<typeof useChosen<Of>>
