import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { BuyRequest } from '../../../contract/requests.ts'
import type { Decision } from '../../features/requests/decision-dialog.tsx'
import { neighbourOf } from '../../features/requests/freeze-list.ts'
import { focusQueueRow } from '../../features/requests/queue-list.tsx'
import { useQueue } from '../../features/requests/use-queue.ts'
import { queueQuery } from '../../lib/queries.ts'
import { refetchTopics } from '../../lib/query-client.ts'
import { useTextDraft } from '../../lib/use-draft.ts'

/** Which request is looked at, which decision is being confirmed, and what comes after it. */
export function useDepositQueue(requests: readonly BuyRequest[]) {
  const queue = useQueue(requests)
  const { request: requestId } = useSearch({ from: '/admin/deposit-approvals' })
  const navigate = useNavigate()
  const forget = useForgetRequest()
  const [decision, setDecision] = useState<(Decision & { nextId: string | undefined }) | null>(null)
  const selected = queue.rows.find(({ id }) => id === requestId) ?? queue.rows[0]
  const note = useTextDraft(`note:${(decision?.request ?? selected)?.id}`)

  const select = (id: string | undefined) =>
    void navigate({ to: '.', search: { request: id }, replace: true, resetScroll: false })
  const decide = (status: Decision['status']) => {
    if (!selected || (status === 'approved' && selected.payment_proof_id === null)) return
    // By the time the decision is made the queue may have moved on, so the neighbour is remembered now.
    const nextId = neighbourOf(queue.rows, selected.id)?.id
    queue.holdForDialog(true)
    setDecision({ key: crypto.randomUUID(), request: selected, status, nextId })
  }
  const finish = (isSettled: boolean) => {
    setDecision(null)
    queue.holdForDialog(false)
    if (!isSettled || !decision) return
    note.drop()
    const { nextId } = decision
    queue.drop(decision.request.id)
    forget(decision.request.id)
    select(nextId)
    // After the next request has been drawn: its row takes the focus, or its name where the queue is out of sight.
    setTimeout(() => {
      if (!nextId || !focusQueueRow(nextId)) document.getElementById(reviewHeadingId)?.focus()
    })
  }

  return {
    queue,
    selected,
    select,
    decision,
    decide,
    finish,
    /** What has been typed for the member about the request that is looked at. */
    note,
  }
}

export const reviewHeadingId = 'review-heading'

/** Takes a decided request out of the queue at once; everything that depends on it is asked for again. */
function useForgetRequest() {
  const client = useQueryClient()
  return (requestId: string) => {
    client.setQueryData(
      queueQuery('buy').queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== requestId) })),
        },
    )
    refetchTopics(['requests', 'wallet'])
  }
}
