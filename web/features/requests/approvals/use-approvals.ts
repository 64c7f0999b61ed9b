import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Claim } from '../../../../contract/desk-claims.ts'
import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import type { Request, RequestKind, RequestOf } from '../../../../contract/requests.ts'
import { outlookObstacle } from './approval-texts.ts'
import { outgoingObstacle } from '../hold-texts.ts'
import { queueKey, requestReviewQuery } from './approvals-queries.ts'
import { useMay } from '../../../lib/use-may.ts'
import { refetchLater } from '../../../lib/events.ts'
import { useHeldRows } from '../../../lib/use-held-rows.ts'
import { requesterOf } from '../request-display.ts'
import { useNextRequest } from '../use-next-request.ts'
import { neighbourOf } from './neighbour-of.ts'
import { focusQueueRow } from './queue-row.tsx'
import type { RequestReview } from './kinds/kind-review.ts'
import { reviewOf } from './kinds/reviews.ts'
import type { Decision } from './use-decision.ts'
import { useQuestion } from './use-question.ts'
import { useUnderWay } from './use-under-way.ts'
import { useBatch } from './use-batch.ts'
import { useChosen } from './use-chosen.ts'
import { useAsked } from './use-asked.ts'
import { useLook } from './use-look.ts'
import { usePayment } from './use-payment.ts'
import type { ApprovalsSearch } from './approvals-search.ts'

export const reviewHeadingId = 'review-heading'

/** The administrators who have to do with each request of the queue, by its id. */
export type Claims = ReadonlyMap<string, Claim>

interface Queue<K extends RequestKind> {
  kind: K
  waiting: readonly RequestOf<K>[]
  claims: Claims
  /** The time at which the claims were read, in milliseconds. */
  claimsAt: number
}

/** Holds the request on the screen, the decision to confirm, and the request after it. */
export function useApprovals<K extends RequestKind>({ kind, waiting, claims, claimsAt }: Queue<K>) {
  const mayDecide = useMay()(decideRequest)
  const { queue, doneIds, putAway } = useQueueRows(kind, waiting)
  const goOn = useNextRequest()
  const { shown, isElsewhere, isGone, read, select, leave, take } = useShownRequest(kind, queue.rows)
  const review = read.data
  // The request on the screen comes first, and then the one that a decision may lead to.
  useReadAhead(review && shown && neighbourOf(queue.rows, queue.goneIds, shown.id))
  const payment = usePayment(shown, review)
  const underWay = useUnderWay({ onDecided: ({ id }) => (putAway([id]), take([id])) })
  const isBeingDecided = shown !== undefined && underWay.isSending(shown.id)
  // A request that only left the list, as by a filter, can still be decided. Its own state counts.
  const isOpen = shown?.status === 'pending' && !doneIds.has(shown.id) && !isBeingDecided
  const told = useLook(isOpen && mayDecide ? shown : undefined)
  const isListed = waiting.some(({ id }) => id === shown?.id)
  // The newer answer counts. A request outside the list has only the answer to the look.
  const claim = told && (!isListed || told.at > claimsAt) ? told.claim : shown && claims.get(shown.id)
  const chosen = useChosen(queue.rows, queue.goneIds)
  const isBeneficiary = review?.outlook?.need === 'beneficiary'

  const obstacle = shown && isOpen ? (obstacleOf(shown, review) ?? payment.obstacle) : undefined
  const moveOn = (ids: readonly string[], next: Request | undefined) => {
    putAway(ids)
    leave(ids, next)
    focusAfterwards(next)
    if (!next) void goOn({ isAsked: false })
  }
  const question = useQuestion({ queue, shown, review, payment, underWay, select, moveOn })
  const file = useSeenFile(shown, () => question.ask('approved', true))
  const decide = (status: Decision['status'], isByKey = false) => {
    if (!mayDecide || isBeneficiary || !shown || !isOpen || (status === 'approved' && obstacle)) return
    if (status === 'approved' && file.mustWait()) return file.askLater(shown, isByKey)
    file.forget()
    question.ask(status, isByKey)
  }
  const batch = useBatch({ queue, chosen, shown, mayDecide, onSettled: moveOn })

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
    /** The decision to confirm, with its note to the member. */
    question,
    decide,
    /** The decisions that are on their way, and those that failed, by the id of their request. */
    underWay: underWay.all,
    isBeingDecided,
    /** The typed note to the member about the request on the screen. */
    note: question.note,
    /** The other administrators who have to do with it; undefined if there is no such administrator. */
    claim,
    claims,
    mayDecide,
    /** The requests that are chosen to be dealt with together. */
    chosen,
    batch,
    /** Goes on to the next request of any kind. */
    goOn: () => void goOn({ isAsked: true, after: shown?.id }),
  }
}

/** The rows of the queue, and the function that takes decided ones out of it. */
function useQueueRows<K extends RequestKind>(kind: K, waiting: readonly RequestOf<K>[]) {
  const [doneIds, setDoneIds] = useState<ReadonlySet<string>>(new Set())
  // An answer that was on its way may still have a request that has been decided here. It never is pending again.
  const pending = useMemo(() => waiting.filter(({ id }) => !doneIds.has(id)), [waiting, doneIds])
  const held = useHeldRows({ latest: pending, question: kind, isEarlier: false, isEnd: true, hasNewBelow: true })
  const putAway = (ids: readonly string[]) => {
    setDoneIds((before) => new Set([...before, ...ids]))
    for (const id of ids) held.drop(id)
  }
  return { queue: { ...held, rows: held.rows ?? pending }, doneIds, putAway }
}

/**
 * Moves the focus after the next request has been drawn: to its row, or to its heading if the queue is out of sight. After
 * the last request, the heading of the page takes it.
 */
function focusAfterwards(next: Request | undefined): void {
  setTimeout(() => {
    if (next && focusQueueRow(next.id)) return
    const heading = next ? document.getElementById(reviewHeadingId) : document.querySelector('h1')
    heading?.focus()
  })
}

/**
 * Reads the review of the request that most likely comes next, so that it is there in time. Nothing of it is drawn. Its file is not
 * read ahead, because the audit log says of each file that was read that it was opened.
 */
function useReadAhead(next: Request | undefined): void {
  const userId = next && requesterOf(next).userId
  useQuery({
    ...requestReviewQuery(userId ?? '', next?.id ?? ''),
    enabled: next !== undefined,
    notifyOnChangeProps: [],
  })
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
  const seenNow = useRef(new Set<string>())
  const [askedFor, setAskedFor] = useState<string>()
  // If a key was pressed too early, the question opens once the file is there, unless the focus has moved meanwhile.
  const early = useRef<{ id: string; focus: Element | null } | null>(null)
  const file = shown && reviewOf<RequestKind>(shown).fileOf(shown)
  const delay = file && !seenIds.has(file.id) ? file.delay : undefined
  return {
    delay,
    /** True until the file has been shown. A key can come between that moment and the next drawing of the page. */
    mustWait: () => delay !== undefined && file && !seenNow.current.has(file.id),
    /** True after an attempt to approve too early. */
    isAskedFor: delay !== undefined && askedFor === shown?.id,
    askLater: ({ id }: Request, isByKey: boolean) => {
      setAskedFor(id)
      early.current = isByKey ? { id, focus: document.activeElement } : null
    },
    hasBeenSeen: (request: Request) => {
      const itsFile = reviewOf<RequestKind>(request).fileOf(request)
      return itsFile === null || seenIds.has(itsFile.id)
    },
    forget: () => {
      early.current = null
    },
    onSeen: (fileId: string) => {
      // A file that was left before it was drawn may still report. So it is added, and replaces no other.
      seenNow.current.add(fileId)
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
  const client = useQueryClient()
  const [kept, setKept] = useState<RequestOf<K>>()
  const { asked, write } = useAsked(search)
  const { request: askedId, member: askedOf } = asked

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
    (request: Request | undefined) => write({ request: request?.id, member: request && requesterOf(request).userId }),
    [write],
  )
  const take = (ids: readonly string[]) => {
    // The requests leave the queue at once. All data that depends on them is read again.
    client.setQueriesData<QueuePages>({ queryKey: queueKey(kind) }, (list) => list && withoutRequests(list, ids))
    refetchLater(['requests', 'wallet'])
  }
  const leave = (ids: readonly string[], next: Request | undefined) => {
    setKept(isOfKind(next, kind) ? next : undefined)
    take(ids)
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
  return { shown, isElsewhere, isGone, read, select, leave, take }
}

interface QueuePages {
  pages: { items: Request[] }[]
  pageParams: unknown[]
}

function withoutRequests(list: QueuePages, gone: readonly string[]): QueuePages {
  const pages = list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !gone.includes(id)) }))
  return { ...list, pages }
}

function isOfKind<K extends RequestKind>(request: Request | undefined, kind: K): request is RequestOf<K> {
  return request?.kind === kind
}
