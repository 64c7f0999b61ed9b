import { useIsMutating, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import type { BuyRequest } from '../../../contract/requests.ts'
import { emptyTexts } from '../../../contract/texts.ts'
import { BuyCheckTable } from '../../features/requests/buy-check-table.tsx'
import { buyChecks, type RequestReview } from '../../features/requests/buy-checks.ts'
import { decisionKey, type Decision } from '../../features/requests/decision-dialog.tsx'
import { SlipViewer } from '../../features/uploads/slip-viewer.tsx'
import { requestReviewQuery } from '../../lib/queries.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { Rosette } from '../../ui/rosette.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { reviewHeadingId } from './deposit-approvals-queue.ts'

interface DepositReviewProps {
  request: BuyRequest
  notes: string
  onNotes: (notes: string) => void
  onDecide: (status: Decision['status']) => void
}

/** The slip beside the facts, and the two buttons. */
export function DepositReview({ request, notes, onNotes, onDecide }: DepositReviewProps) {
  const review = useQuery(requestReviewQuery(request.user_id, request.id))
  const buttons = <DecisionButtons hasSlip={request.payment_proof_id !== null} onDecide={onDecide} />

  return (
    <div className="grid min-w-0 gap-4">
      <section
        aria-labelledby={reviewHeadingId}
        className="grid overflow-hidden rounded-3 border border-line bg-surface sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-[minmax(0,1fr)_minmax(340px,400px)]"
      >
        <SlipViewer userId={request.user_id} uploadId={request.payment_proof_id} />
        <div className="grid content-start gap-4 border-line p-5 max-sm:border-t sm:border-s lg:border-s-0 lg:border-t xl:border-s xl:border-t-0">
          <Requester request={request} member={review.data?.member} />
          <ReadProblem reads={[review]} />
          {review.data && <BuyCheckTable checks={buyChecks(request, review.data)} />}
          {review.isPending && <Skeleton className="h-56 w-full" />}
          <Field label="Note to member" note="optional">
            <Textarea rows={2} value={notes} maxLength={2000} onChange={(event) => onNotes(event.target.value)} />
          </Field>
          {request.payment_proof_id === null && (
            <p id={noSlipId} className="text-sm font-semibold text-bad">
              {emptyTexts.noSlip}: this request can only be rejected.
            </p>
          )}
          <div className="flex flex-wrap items-center gap-2 max-lg:hidden">
            {buttons}
            <MemberLink userId={request.user_id} />
          </div>
          <div className="lg:hidden">
            <MemberLink userId={request.user_id} />
          </div>
        </div>
      </section>
      <ActionBar until="lg" className="flex-wrap [&>button]:flex-1">
        {buttons}
      </ActionBar>
    </div>
  )
}

interface RequesterProps {
  request: BuyRequest
  member: RequestReview['member'] | undefined
}

function Requester({ request, member }: RequesterProps) {
  const { full_name, member_id, email } = request.profile
  return (
    <div className="flex items-start gap-3">
      <span className="text-link">
        <Rosette seed={request.id} size={44} bands={2} strokeWidth={0.35} />
      </span>
      <div className="min-w-0 text-sm text-ink-3">
        <h2 id={reviewHeadingId} tabIndex={-1} className="text-lg font-semibold text-ink">
          {full_name}
        </h2>
        <p>
          <span className="mono">{member_id}</span> · <span className="break-all">{email}</span>
        </p>
        {member && (
          <p>
            {member.status}
            {member.first_purchase_done ? '' : ' · first purchase'} · {member.approved_buys} past buys,{' '}
            {member.rejected_buys} rejected
          </p>
        )}
        <p>
          {request.package_name ? `${request.package_name} package` : 'Top-up'} ·{' '}
          <TimeText value={request.created_at} relative />
        </p>
      </div>
    </div>
  )
}

function MemberLink({ userId }: { userId: string }) {
  return (
    <Button asChild variant="quiet">
      <Link to="/admin/users/$userId" params={{ userId }}>
        Open member
      </Link>
    </Button>
  )
}

const noSlipId = 'no-slip'

interface DecisionButtonsProps {
  hasSlip: boolean
  onDecide: DepositReviewProps['onDecide']
}

function DecisionButtons({ hasSlip, onDecide }: DecisionButtonsProps) {
  const isBusy = useIsMutating({ mutationKey: decisionKey }) > 0
  return (
    <>
      <Button
        busy={isBusy}
        aria-disabled={!hasSlip || undefined}
        aria-describedby={hasSlip ? undefined : noSlipId}
        onClick={() => onDecide('approved')}
      >
        <Check aria-hidden="true" />
        Approve
      </Button>
      <Button variant="bad" busy={isBusy} onClick={() => onDecide('rejected')}>
        <X aria-hidden="true" />
        Reject
      </Button>
    </>
  )
}
