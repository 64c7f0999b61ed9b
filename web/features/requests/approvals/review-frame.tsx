import { useIsMutating } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Request, RequestKind, RequestOf } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { MaturingNote } from '../maturing-note.tsx'
import { LateAssignMenu } from './late-assign-menu.ts'
import { ClaimMark } from './claim-mark.tsx'
import { ApprovalNotice } from './approval-notice.tsx'
import { partText } from './approval-texts.ts'
import { OutgoingNotice } from '../outgoing-notice.tsx'
import { requesterOf } from '../request-display.ts'
import { CheckTable } from './check-table.tsx'
import { EffectsTable } from './effects-table.tsx'
import { EvidenceWarnings } from './evidence-warnings.tsx'
import { RequestOutcome } from './request-outcome.tsx'
import { reviewOf } from './kinds/reviews.ts'
import { requestChecks } from './request-checks.ts'
import { RequesterFacts, RequesterHead } from './requester-head.tsx'
import { decisionMutationKey } from './use-decision.ts'
import { reviewHeadingId, type ApprovalsState } from './use-approvals.ts'
import { ReuseReasons } from './reuse-reason.tsx'
import { WrittenTexts } from './written-texts.tsx'

const LateRequestInChat = loadWhenNeeded(async () => (await import('../../chat/request-in-chat.tsx')).RequestInChat)
const LateNotes = loadWhenNeeded(async () => (await import('../admin-notes/admin-notes.tsx')).AdminNotes)

interface ReviewFrameProps<K extends RequestKind> {
  approvals: ApprovalsState<K>
  request: RequestOf<K>
  /** The file or address beside the figures, such as the payment slip. */
  evidence: ReactNode
  /** The warnings that only this kind has. */
  warnings?: ReactNode
  /** The facts that only this kind has, before the figures. */
  facts?: ReactNode
}

/**
 * One request with its member and warnings, its evidence, and its figures, in this order on narrow screens. On wide
 * screens the evidence stands at the side. The warnings appear together with the rest, so that nothing on the screen
 * moves later.
 */
export function ReviewFrame<K extends RequestKind>(props: ReviewFrameProps<K>) {
  const { approvals, request, evidence, warnings } = props
  const { read, review, isOpen } = approvals
  const isWaiting = review === undefined && !read.isError
  return (
    <div className="grid min-w-0 gap-4 lg:gap-0">
      <section aria-labelledby={reviewHeadingId} className={frameStyles}>
        <div className={cn('grid content-start gap-4 p-5', sideStyles)}>
          <RequesterHead request={request} />
          <div className="grid gap-4" hidden={isWaiting}>
            <RequesterFacts request={request} member={review?.member} />
            {!isOpen && !approvals.isBeingDecided && <RequestOutcome approvals={approvals} request={request} />}
            <ReadProblem reads={[read]} />
            {review?.outgoing && <OutgoingNotice state={review.outgoing} />}
            <ApprovalNotice outlook={review?.outlook} />
            {review && <EvidenceWarnings evidence={review.evidence} />}
            {review && <ReuseReasons reasons={review.reuse_reasons} />}
            {warnings}
          </div>
        </div>
        {isWaiting && (
          <>
            <div className={evidenceStyles}>
              <Skeleton className="m-5 h-72 lg:h-[30rem]" />
            </div>
            <div className={cn('p-5', sideStyles)}>
              <Skeleton className="h-[32rem] w-full" />
            </div>
          </>
        )}
        {/* The evidence loads while it is hidden. */}
        <div className={evidenceStyles} hidden={isWaiting}>
          {evidence}
        </div>
        <div className={cn('grid content-start gap-4 p-5 sm:max-lg:pt-0 xl:pt-0', sideStyles)} hidden={isWaiting}>
          <Figures {...props} />
        </div>
      </section>
      <FootBar approvals={approvals} request={request} />
    </div>
  )
}

const frameStyles =
  'grid overflow-clip rounded-3 border border-line bg-surface sm:grid-cols-2 sm:grid-rows-[auto_1fr] lg:grid-cols-1 lg:grid-rows-none lg:rounded-b-none xl:grid-cols-[minmax(0,1fr)_minmax(360px,420px)] xl:grid-rows-[auto_1fr]'
/** Beside the evidence, on screens with two columns. */
const sideStyles = 'border-line sm:max-lg:col-start-2 sm:max-lg:border-s xl:col-start-2 xl:border-s'
const evidenceStyles =
  'min-w-0 border-line max-sm:border-y sm:max-lg:col-start-1 sm:max-lg:row-span-2 sm:max-lg:row-start-1 lg:max-xl:border-y xl:col-start-1 xl:row-span-2 xl:row-start-1'

/** The figures and the note. */
function Figures<K extends RequestKind>({ approvals, request, facts }: ReviewFrameProps<K>) {
  const { review } = approvals
  const { agreement, hasEffectsTable } = reviewOf<RequestKind>(request)
  return (
    <>
      <WrittenTexts request={request} />
      {facts}
      {review && (
        <CheckTable
          checks={requestChecks(request, review)}
          isDecided={request.status !== 'pending'}
          agreement={agreement}
        />
      )}
      {review && hasEffectsTable && <EffectsTable effects={review.effects} />}
      <MaturingNote maturing={review?.maturing ?? null} />
      {approvals.isDecidable && <NoteField note={approvals.note} />}
      {/* On a phone these stand here, as the bar has no room for them. */}
      <div className="flex flex-wrap gap-3 sm:hidden">
        {approvals.isOpen && approvals.mayDecide && (
          <LateAssignMenu isNeeded={!approvals.read.isPending} props={{ requests: [request] }} />
        )}
        <OpenMember request={request} />
      </div>
      {/* These come last, after the review, so that they delay and move nothing when they arrive. */}
      {review && <LateNotes isNeeded props={{ userId: requesterOf(request).userId, requestId: request.id }} />}
      <LateRequestInChat
        isNeeded={!approvals.read.isPending}
        props={{ memberId: requesterOf(request).userId, requestId: request.id }}
      />
    </>
  )
}

function OpenMember({ request, className }: { request: Request; className?: string }) {
  return (
    <Button asChild variant="quiet" className={className}>
      <Link to="/admin/users/$userId" params={{ userId: requesterOf(request).userId }}>
        {t('Open member')}
      </Link>
    </Button>
  )
}

function NoteField({ note }: { note: ApprovalsState['note'] }) {
  return (
    <Field label={t('Note to member')} note={t('needed to reject')}>
      <Textarea rows={2} value={note.text} maxLength={2000} onChange={(event) => note.setText(event.target.value)} />
    </Field>
  )
}

/** The bar stays in sight below facts of any length. It never covers the focused element. */
function FootBar<K extends RequestKind>({ approvals, request }: Pick<ReviewFrameProps<K>, 'approvals' | 'request'>) {
  const canAssign = approvals.isOpen && approvals.mayDecide
  return (
    <div
      data-action-bar="lg"
      data-foot-bar
      className="sticky bottom-0 z-30 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-sm:[&>button]:flex-1 lg:mx-0 lg:rounded-b-3 lg:border-x lg:border-b lg:px-5"
    >
      <div className="me-auto flex min-w-0 items-center gap-3 max-lg:order-first max-lg:w-full">
        <OpenMember request={request} className="max-sm:hidden" />
        {canAssign && (
          <span className="max-sm:hidden">
            <LateAssignMenu isNeeded={!approvals.read.isPending} props={{ requests: [request] }} />
          </span>
        )}
        <ClaimMark claim={approvals.isOpen ? approvals.claim : undefined} className="min-w-0" />
      </div>
      {approvals.isDecidable && <DecisionButtons approvals={approvals} />}
      {approvals.isOpen && !approvals.isDecidable && (
        <p className="text-sm text-ink-2">{approvals.isBeneficiary ? beneficiaryText : otherDutyText}</p>
      )}
    </div>
  )
}

function DecisionButtons<K extends RequestKind>({
  approvals: { obstacle, file, decide, review },
}: {
  approvals: ApprovalsState<K>
}) {
  const isBusy = useIsMutating({ mutationKey: decisionMutationKey }) > 0
  const reason = obstacle ?? file.delay
  return (
    <>
      {obstacle ? (
        <p id={obstacleId} className="text-sm font-semibold text-bad max-lg:order-first max-lg:w-full">
          {obstacle}
        </p>
      ) : (
        <span id={obstacleId} hidden>
          {file.delay}
        </span>
      )}
      <p role="status" className="text-sm empty:hidden max-lg:order-first max-lg:w-full">
        {file.isAskedFor && file.delay}
      </p>
      <Button
        busy={isBusy}
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={reason ? obstacleId : undefined}
        title={reason}
        onClick={() => decide('approved')}
      >
        <Check aria-hidden="true" />
        {partText(review?.outlook) ?? t('Approve')}
      </Button>
      <Button variant="bad" busy={isBusy} onClick={() => decide('rejected')}>
        <X aria-hidden="true" />
        {t('Reject')}
      </Button>
    </>
  )
}

const beneficiaryText = t('You would get coins by it, so another administrator decides.')
const otherDutyText = t('Owners and approvers decide it. Your duty is to read.')

const obstacleId = 'approval-obstacle'
