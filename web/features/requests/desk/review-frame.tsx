import { useIsMutating } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RequestKind } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { requesterOf } from '../request-look.ts'
import { CheckTable } from './check-table.tsx'
import { EffectsTable } from './effects-table.tsx'
import { EvidenceWarnings } from './evidence-warnings.tsx'
import { RequestOutcome } from './request-outcome.tsx'
import { agreementText, requestChecks } from './request-checks.ts'
import { RequesterHead } from './requester-head.tsx'
import { decisionKey } from './use-decision.ts'
import { reviewHeadingId, type Desk, type RequestOf } from './use-desk.ts'

interface ReviewFrameProps<K extends RequestKind> {
  desk: Desk<K>
  request: RequestOf<K>
  /** What is looked at beside the figures, e.g. the payment slip. */
  evidence: ReactNode
  /** What only this kind has, between the warnings and the figures. */
  facts?: ReactNode
}

/** What is sent along beside the facts, and the two buttons. */
export function ReviewFrame<K extends RequestKind>({ desk, request, evidence, facts }: ReviewFrameProps<K>) {
  const { read, review, isOpen } = desk
  const { userId } = requesterOf(request)
  const { obstacle, file } = desk
  const buttons = <DecisionButtons obstacle={obstacle ?? file.delay} onDecide={desk.decide} />

  return (
    <div className="grid min-w-0 gap-4">
      <section
        aria-labelledby={reviewHeadingId}
        className="grid overflow-clip rounded-3 border border-line bg-surface sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-[minmax(0,1fr)_minmax(360px,420px)]"
      >
        {evidence}
        <div className="grid content-start gap-4 border-line p-5 pb-0 max-sm:border-t sm:border-s lg:border-s-0 lg:border-t xl:border-s xl:border-t-0">
          <RequesterHead request={request} member={review?.member} />
          {!isOpen && <RequestOutcome desk={desk} request={request} />}
          <ReadProblem reads={[read]} />
          {review && <EvidenceWarnings evidence={review.evidence} />}
          {facts}
          {review && (
            <CheckTable
              checks={requestChecks(request, review)}
              isDecided={request.status !== 'pending'}
              agreement={agreementText(request)}
            />
          )}
          {/* The two of a transfer have their balances on their cards. */}
          {review && request.kind !== 'transfer' && <EffectsTable effects={review.effects} />}
          {read.isPending && <Skeleton className="h-72 w-full" />}
          {isOpen && <NoteField note={desk.note} />}
          {/* In sight beside facts of any length, and never over what has the focus. */}
          <div
            data-foot-bar
            className="-mx-5 flex flex-wrap items-center gap-2 bg-surface px-5 pt-1 pb-5 lg:sticky lg:bottom-0 lg:border-t lg:border-line lg:py-3"
          >
            {obstacle ? (
              <p id={obstacleId} className="w-full text-sm font-semibold text-bad">
                {obstacle}
              </p>
            ) : (
              <span id={obstacleId} hidden>
                {file.delay}
              </span>
            )}
            <p role="status" className="w-full text-sm empty:hidden">
              {file.isAskedFor && file.delay}
            </p>
            {isOpen && <div className="flex flex-wrap gap-2 max-lg:hidden">{buttons}</div>}
            <Button asChild variant="quiet">
              <Link to="/admin/users/$userId" params={{ userId }}>
                {t('Open member')}
              </Link>
            </Button>
          </div>
        </div>
      </section>
      {isOpen && (
        <ActionBar until="lg" className="flex-wrap [&>button]:flex-1">
          {buttons}
        </ActionBar>
      )}
    </div>
  )
}

function NoteField({ note }: { note: Desk['note'] }) {
  return (
    <Field label={t('Note to member')} note={t('needed to reject')}>
      <Textarea rows={2} value={note.text} maxLength={2000} onChange={(event) => note.setText(event.target.value)} />
    </Field>
  )
}

const obstacleId = 'approval-obstacle'

interface DecisionButtonsProps {
  /** Why nothing can be approved, or not yet. */
  obstacle: string | undefined
  onDecide: Desk['decide']
}

function DecisionButtons({ obstacle, onDecide }: DecisionButtonsProps) {
  const isBusy = useIsMutating({ mutationKey: decisionKey }) > 0
  return (
    <>
      <Button
        busy={isBusy}
        aria-disabled={obstacle !== undefined || undefined}
        aria-describedby={obstacle ? obstacleId : undefined}
        title={obstacle}
        onClick={() => onDecide('approved')}
      >
        <Check aria-hidden="true" />
        {t('Approve')}
      </Button>
      <Button variant="bad" busy={isBusy} onClick={() => onDecide('rejected')}>
        <X aria-hidden="true" />
        {t('Reject')}
      </Button>
    </>
  )
}
