import { useRef, useState } from 'react'
import type { Request } from '../../../../contract/requests.ts'
import { useTextDraft } from '../../../lib/use-draft.ts'
import { neighbourOf } from './neighbour-of.ts'
import { focusQueueRow } from './queue-row.tsx'
import type { RequestReview } from './kinds/kind-review.ts'
import type { Confirmation, Decision } from './use-decision.ts'
import type { PaymentState } from './use-payment.ts'
import type { useUnderWay } from './use-under-way.ts'

/** A decision to confirm, and the request to go on to. */
type Question = Decision & { next: Request | undefined }

interface Place {
  queue: { rows: readonly Request[]; goneIds: ReadonlySet<string>; holdForDialog: (isOpen: boolean) => void }
  shown: Request | undefined
  review: RequestReview | undefined
  payment: PaymentState
  underWay: ReturnType<typeof useUnderWay>
  select: (request: Request | undefined) => void
  /** Takes decided requests out of the queue, and goes on to the next one. */
  moveOn: (ids: readonly string[], next: Request | undefined) => void
}

/** Opens the question before a decision, sends a decision by keys, and goes on afterwards. */
export function useQuestion({ queue, shown, review, payment, underWay, select, moveOn }: Place) {
  const [decision, setDecision] = useState<Question | null>(null)
  const note = useTextDraft(`note:${(decision?.request ?? shown)?.id}`)
  const focusNext = useRef<Request>(undefined)
  const ask = (status: Decision['status'], isByKey: boolean) => {
    if (!shown) return
    // By the time of the decision the queue may have changed, so the neighbour is remembered now.
    const next = neighbourOf(queue.rows, new Set([...queue.goneIds, ...underWay.all.keys()]), shown.id)
    queue.holdForDialog(true)
    const { transfers, isPart } = payment
    const key = underWay.keyOf(shown.id, status) ?? crypto.randomUUID()
    setDecision({ key, request: shown, status, isByKey, next, transfers, isPart })
  }
  const close = () => {
    setDecision(null)
    queue.holdForDialog(false)
  }
  // The note stays until the answer, so that a failure loses nothing.
  const send = (confirmation: Confirmation) => {
    if (!decision) return
    focusNext.current = decision.next
    close()
    select(decision.next)
    void underWay.send(decision, confirmation)
  }
  const finish = (isSettled: boolean) => {
    const next = focusNext.current
    focusNext.current = undefined
    // The dialog of a decision that went on is gone, and has given back the focus.
    if (next) return void focusQueueRow(next.id)
    close()
    if (!isSettled || !decision) return
    note.drop()
    moveOn([decision.request.id], decision.next)
  }
  // With a next request, and unless a proof is needed, a decision by keys goes on at once.
  const canGoOn =
    decision?.isByKey === true && decision.next !== undefined && review !== undefined && !review.needs_step_up
  return { decision, note, ask, finish, send: canGoOn ? send : undefined }
}
