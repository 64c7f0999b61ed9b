import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import type { Request, RequestKind, RequestOf } from '../../../../contract/requests.ts'
import { outlookObstacle } from './approval-texts.ts'
import { outgoingObstacle } from '../hold-texts.ts'
import { queueKey, requestReviewQuery } from './approvals-queries.ts'
import { useMay } from '../../../lib/use-may.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { useTextDraft } from '../../../lib/use-draft.ts'
import { useHeldRows } from '../../../lib/use-held-rows.ts'
import { requesterOf } from '../request-display.ts'
import { neighbourOf } from './neighbour-of.ts'
import { focusQueueRow } from './queue-row.tsx'
import type { RequestReview } from './kinds/kind-review.ts'
import { reviewOf } from './kinds/reviews.ts'
import type { Decision } from './use-decision.ts'
import { usePayment } from './use-payment.ts'
import type { ApprovalsSearch } from './approvals-search.ts'

export const reviewHeadingId = 'review-heading'

/** Holds the request on the screen, the decision to confirm, and the request after it. */
export function useApprovals<K extends RequestKind>(kind: K, waiting: readonly RequestOf<K>[]) {
  const mayDecide = useMay()(decideRequest)
  const held = useHeldRows({ latest: waiting, question: kind, isEarlier: false, isEnd: true, hasNewBelow: true })
  const queue = { ...held, rows: held.rows ?? waiting }
  const { shown, isElsewhere, isGone, read, select, leave } = useShownRequest(kind, queue.rows)
  const [decision, setDecision] = useState<(Decision & { next: Request | undefined }) | null>(null)
  const note = useTextDraft(`note:${(decision?.request ?? shown)?.id}`)
  const review = read.data
  const payment = usePayment(shown, review)
  const isOpen = shown?.status === 'pending' && !queue.goneIds.has(shown.id)
  const isBeneficiary = review?.outlook?.need === 'beneficiary'

  const obstacle = shown && isOpen ? (obstacleOf(shown, review) ?? payment.obstacle) : undefined
  const ask = (status: Decision['status'], isByKey: boolean) => {
    if (!shown) return
    // By the time of the decision the queue may have changed, so the neighbour is remembered now.
    const next = neighbourOf(queue.rows, queue.goneIds, shown.id)
    queue.holdForDialog(true)
    const { transfers, isPart } = payment
    setDecision({ key: crypto.randomUUID(), request: shown, status, isByKey, next, transfers, isPart })
  }
  const file = useSeenFile(shown, () => ask('approved', true))
  const decide = (status: Decision['status'], isByKey = false) => {
    if (!mayDecide || isBeneficiary || !shown || !isOpen || (status === 'approved' && obstacle)) return
    if (status === 'approved' && file.delay) return file.askLater(shown, isByKey)
    file.forget()
    ask(status, isByKey)
  }
  const finish = (isSettled: boolean) => {
    setDecision(null)
    queue.holdForDialog(false)
    if (!isSettled || !decision) return
    note.drop()
    const { next } = decision
    queue.drop(decision.request.id)
    leave(decision.request.id, next)
    // Runs after the next request has been drawn. Its row takes the focus, or its heading if the queue is out of sight.
    // After the last request, the heading of the page takes it.
    setTimeout(() => {
      if (next && focusQueueRow(next.id)) return
      const heading = next ? document.getElementById(reviewHeadingId) : document.querySelector('h1')
      heading?.focus()
    })
  }

  return {
    queue,
    /** The request on the screen in its latest state; undefined while it loads, or if the queue is empty. */
    shown,
    /** True if the address names a request that is not in the loaded part of the queue. */
    isElsewhere,
    /** True if the request in the address does not exist. */
    isGone,
    /** True while the request is pending. */
    isOpen,
    /** True if it is pending and this administrator can decide it. */
    isDecidable: isOpen && mayDecide && !isBeneficiary,
    /** True if an approval would pay this administrator, so that another one decides. */
    isBeneficiary,
    /** The reason why it cannot be approved. */
    obstacle,
    file,
    /** The transfers on chain that are to pay for it. */
    payment,
    read,
    review,
    select,
    decision,
    decide,
    finish,
    /** The typed note to the member about the request on the screen. */
    note,
  }
}

/** Returns the reason why this request cannot be approved now, by this administrator or at all. */
function obstacleOf(request: Request, review: RequestReview | undefined): string | undefined {
  return (
    outgoingObstacle(review?.outgoing) ??
    reviewOf<RequestKind>(request).obstacle(request, review) ??
    outlookObstacle(review?.outlook)
  )
}

/** Remembers the files that have been on the screen. A request is approved only after its file has been. */
function useSeenFile(shown: Request | undefined, ask: () => void) {
  const [seenIds, setSeenIds] = useState<ReadonlySet<string>>(new Set())
  const [askedFor, setAskedFor] = useState<string>()
  // If a key was pressed too early, the question opens once the file is there, unless the focus has moved meanwhile.
  const early = useRef<{ id: string; focus: Element | null } | null>(null)
  const file = shown && reviewOf<RequestKind>(shown).fileOf(shown)
  const delay = file && !seenIds.has(file.id) ? file.delay : undefined
  return {
    delay,
    /** True after an attempt to approve too early. */
    isAskedFor: delay !== undefined && askedFor === shown?.id,
    askLater: ({ id }: Request, isByKey: boolean) => {
      setAskedFor(id)
      early.current = isByKey ? { id, focus: document.activeElement } : null
    },
    forget: () => {
      early.current = null
    },
    onSeen: (fileId: string) => {
      // A file that was left before it was drawn may still report. So it is added, and replaces no other.
      setSeenIds((before) => new Set(before).add(fileId))
      const { id, focus } = early.current ?? {}
      if (id === undefined || id !== shown?.id || fileId !== file?.id) return
      if (focus === document.activeElement) ask()
    },
  }
}

export type ApprovalsState<K extends RequestKind = RequestKind> = ReturnType<typeof useApprovals<K>>

/**
 * Returns the request in the address, in the queue or not, otherwise the first of the queue. It stays when another
 * administrator decides it, so that no other request appears under a button that is about to be pressed.
 */
function useShownRequest<K extends RequestKind>(kind: K, rows: readonly RequestOf<K>[]) {
  const search: ApprovalsSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const client = useQueryClient()
  const [kept, setKept] = useState<RequestOf<K>>()
  /** The request that was decided here, while the address still names it. */
  const [leftId, setLeftId] = useState<string>()
  if (leftId !== undefined && search.request !== leftId) setLeftId(undefined)
  const askedId = search.request === leftId ? undefined : search.request
  const askedOf = search.member

  const row = rows.find(({ id }) => id === (askedId ?? kept?.id))
  const isElsewhere = !row && askedId !== undefined && askedOf !== undefined && kept?.id !== askedId
  const known = isElsewhere ? undefined : (row ?? kept ?? rows[0])
  const target = known ? { userId: requesterOf(known).userId, id: known.id } : { userId: askedOf, id: askedId }
  const read = useQuery({
    ...requestReviewQuery(target.userId ?? '', target.id ?? ''),
    enabled: target.userId !== undefined && target.id !== undefined,
  })
  const current = read.data?.request
  const shown = isOfKind(current, kind) ? current : known
  if (shown && shown !== kept) setKept(shown)

  const show = useCallback(
    (request: Request | undefined) => {
      const named = { request: request?.id, member: request && requesterOf(request).userId }
      void navigate({ to: '.', search: (before) => ({ ...before, ...named }), replace: true, resetScroll: false })
    },
    [navigate],
  )
  const leave = (id: string, next: Request | undefined) => {
    setLeftId(id)
    setKept(isOfKind(next, kind) ? next : undefined)
    // The request leaves the queue at once. All data that depends on it is read again.
    client.setQueriesData<QueuePages>({ queryKey: queueKey(kind) }, (list) => list && withoutRequest(list, id))
    refetchTopics(['requests', 'wallet'])
    show(next)
  }
  const select = useCallback(
    (request: Request | undefined) => {
      if (!request) setKept(undefined)
      show(request)
    },
    [show],
  )
  const isGone = isElsewhere && !shown && (read.isError || current !== undefined)
  return { shown, isElsewhere, isGone, read, select, leave }
}

interface QueuePages {
  pages: { items: Request[] }[]
  pageParams: unknown[]
}

function withoutRequest(list: QueuePages, requestId: string): QueuePages {
  const pages = list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== requestId) }))
  return { ...list, pages }
}

function isOfKind<K extends RequestKind>(request: Request | undefined, kind: K): request is RequestOf<K> {
  return request?.kind === kind
}
