import { useState } from 'react'
import type { Request } from '../../../../contract/requests.ts'
import { neighbourOf } from './neighbour-of.ts'
import type { Chosen } from './use-chosen.ts'
import type { Decision } from './use-decision.ts'

/** Requests that are to be decided in the same way, each by a call of its own. */
export interface Batch {
  status: Decision['status']
  requests: readonly Request[]
  /** The idempotency key of each request: a second try after a lost answer counts as the same decision. */
  keys: ReadonlyMap<string, string>
  /** True if a key of the queue opened the dialog. */
  isByKey: boolean
}

interface BatchPlace {
  queue: { rows: readonly Request[]; goneIds: ReadonlySet<string>; holdForDialog: (isOpen: boolean) => void }
  chosen: Chosen
  shown: Request | undefined
  mayDecide: boolean
  /** Takes decided requests out of the queue, and goes on to the next one. */
  onSettled: (ids: readonly string[], next: Request | undefined) => void
}

/** Holds the batch to confirm. */
export function useBatch({ queue, chosen, shown, mayDecide, onSettled }: BatchPlace) {
  const [open, setOpen] = useState<Batch | null>(null)
  const ask = (status: Decision['status'], isByKey: boolean) => {
    if (!mayDecide || chosen.requests.length === 0) return
    queue.holdForDialog(true)
    const keys = new Map(chosen.requests.map(({ id }) => [id, crypto.randomUUID()]))
    setOpen({ status, requests: chosen.requests, keys, isByKey })
  }
  const finish = (settledIds: readonly string[], answeredIds: readonly string[]) => {
    setOpen(null)
    queue.holdForDialog(false)
    chosen.drop(answeredIds)
    if (settledIds.length === 0) return
    const gone = new Set([...queue.goneIds, ...settledIds])
    const next = shown && !gone.has(shown.id) ? shown : neighbourOf(queue.rows, gone, shown?.id ?? '')
    onSettled(settledIds, next)
  }
  return { open, ask, finish }
}
