import type { ReactNode } from 'react'
import type { DeskFilter } from '../../../../contract/endpoints/desk.ts'
import type { RequestKind, RequestOf } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import type { MoreState } from '../../../ui/load-more.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { warningTexts } from './approval-warning-texts.ts'
import { ApprovalsQueue } from './approvals-queue.tsx'
import type { QueueWaits } from './approvals-search.ts'
import { EmptyQueue } from './empty-queue.tsx'
import type { RequestReview } from './kinds/kind-review.ts'
import { PaymentNote } from './payment-note.tsx'
import { ReviewFrame } from './review-frame.tsx'
import { useApprovals, type ApprovalsState, type Claims } from './use-approvals.ts'
import type { PaymentState } from './use-payment.ts'

/** Renders the file or address beside the figures. A file reports once it has been on the screen. */
export type EvidenceOf<K extends RequestKind> = (
  request: RequestOf<K>,
  review: RequestReview | undefined,
  onFileSeen: (fileId: string) => void,
) => ReactNode

const LateDecisions = loadWhenNeeded(async () => (await import('./decision-dialog.tsx')).Decisions, { always: 'later' })

const LateBatches = loadWhenNeeded(async () => (await import('./batch-dialog.tsx')).Batches, { always: 'later' })

interface ApprovalsPanesProps<K extends RequestKind> {
  kind: K
  queueTitle: string
  emptyText: string
  requests: readonly RequestOf<K>[]
  claims: Claims
  claimsAt: number
  search: string
  assigned: DeskFilter | undefined
  /** The side that the rows wait for; undefined for all rows. */
  waits: QueueWaits | undefined
  /** True while the rows are those of the previous search. */
  isStale: boolean
  /** The number of all pending requests, loaded or not. */
  pendingCount: number | undefined
  /** The number of those that wait too long. */
  overdueCount: number | undefined
  more: MoreState | null
  onKeys: () => void
  evidence: EvidenceOf<K>
  warnings: ((review: RequestReview) => ReactNode) | undefined
  facts: ((request: RequestOf<K>, review: RequestReview | undefined, payment: PaymentState) => ReactNode) | undefined
}

/** The queue, the request on the screen, and the dialog for a decision. */
export function ApprovalsPanes<K extends RequestKind>({
  kind,
  emptyText,
  requests,
  claims,
  claimsAt,
  evidence,
  warnings,
  facts,
  ...queueProps
}: ApprovalsPanesProps<K>) {
  const approvals = useApprovals({ kind, waiting: requests, claims, claimsAt })
  const { queue, shown } = approvals
  // The queue is empty only once the dialog has closed: it holds its last request while a decision is made.
  const isNarrowed = queueProps.search !== '' || queueProps.assigned !== undefined || queueProps.waits !== undefined
  const isEmpty = queue.rows.length === 0 && !isNarrowed && !queueProps.isStale
  if (isEmpty && !shown && !approvals.isElsewhere) return <EmptyQueue>{emptyText}</EmptyQueue>

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(260px,340px)_minmax(0,1fr)]">
      {isEmpty ? <EmptyQueue>{emptyText}</EmptyQueue> : <ApprovalsQueue approvals={approvals} {...queueProps} />}
      {approvals.isGone && (
        <Notice
          tone="warn"
          role="status"
          title={t('This request could not be found.')}
          action={
            <Button variant="ghost" size="sm" onClick={() => approvals.select(undefined)}>
              {t('Show the queue')}
            </Button>
          }
        />
      )}
      {shown && (
        <ReviewFrame
          key={shown.id}
          approvals={approvals}
          request={shown}
          evidence={evidence(shown, approvals.review, approvals.file.onSeen)}
          warnings={approvals.review && warnings?.(approvals.review)}
          facts={facts?.(shown, approvals.review, approvals.payment)}
        />
      )}
      <Dialogs approvals={approvals} />
    </div>
  )
}

/** The question before a decision, and the one before a batch. */
function Dialogs<K extends RequestKind>({ approvals }: { approvals: ApprovalsState<K> }) {
  const { question, batch, claims } = approvals
  const { decision, note, finish, send } = question
  return (
    <>
      <LateDecisions
        isNeeded={decision}
        props={{
          decision,
          claim: approvals.claim,
          isReviewed: approvals.review !== undefined,
          outlook: approvals.review?.outlook,
          warnings: warningTexts(approvals.review, approvals.payment.candidates),
          payment: <PaymentNote payment={approvals.payment} review={approvals.review} />,
          earlierUses: approvals.review?.earlier_uses,
          notes: note.text,
          onNotes: note.setText,
          onClosed: finish,
          onSend: send,
        }}
      />
      <LateBatches
        isNeeded={batch.open}
        props={{ batch: batch.open, claims, hasBeenSeen: approvals.file.hasBeenSeen, onClosed: batch.finish }}
      />
    </>
  )
}
