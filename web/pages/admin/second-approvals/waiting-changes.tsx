import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { decideChange } from '../../../../contract/endpoints/proposed-changes.ts'
import { waitingShownMax } from '../../../../contract/endpoints/second-approvals.ts'
import type { ChangeKind, ProposedChange } from '../../../../contract/proposed-changes.ts'
import { t } from '../../../../contract/translate.ts'
import { ConfirmDialog } from '../../../features/confirm-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { richText } from '../../../lib/rich-text.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { fieldName, valueText } from '../../../features/requests/audit-texts.ts'
import { WaitingReversal } from './waiting-reversal.tsx'
import { firstHundred, proposedChangesQuery } from './waiting-queries.ts'

type Decision = 'approved' | 'declined'

/** The changes that wait for a second owner, with their values before and after. */
export function WaitingChanges() {
  const read = useQuery(proposedChangesQuery)
  const [question, setQuestion] = useState<{ change: ProposedChange; decision: Decision }>()
  const items = read.data?.items
  return (
    <Card title={t('Changes')} className="grid gap-4">
      <ReadProblem reads={[read]} />
      {!items && !read.isError && <Skeleton className="h-32" />}
      {items?.length === 0 && <EmptyState icon={CircleCheck} title={t('No change waits for a second person.')} />}
      {items && items.length > 0 && (
        <ul className="grid gap-5 [&>li+li]:border-t [&>li+li]:border-line [&>li+li]:pt-5">
          {items.map((change) => (
            <WaitingChange key={change.id} change={change} onDecide={(decision) => setQuestion({ change, decision })} />
          ))}
        </ul>
      )}
      {items?.length === waitingShownMax && <p className="text-sm text-ink-2">{firstHundred}</p>}
      {question && <DecisionDialog {...question} onClosed={() => setQuestion(undefined)} />}
    </Card>
  )
}

const kindTexts: Record<ChangeKind, string> = {
  adjustment: t('Adjustment of a balance'),
  settings: t('Change of the settings'),
  policy: t('Change of a rule for great worth'),
  package: t('Change of a package'),
  duty: t('Change of a duty'),
  status: t('Change of the status of an administrator'),
  invitation: t('Invitation of an administrator'),
  reversal: t('Reversal of a request'),
}

interface WaitingChangeProps {
  change: ProposedChange
  onDecide: (decision: Decision) => void
}

function WaitingChange({ change, onDecide }: WaitingChangeProps) {
  const { kind, subject, proposer, reason, created_at: since, may_approve: mayApprove } = change
  const mayDecide = useMay()(decideChange)
  return (
    <li className="grid gap-2">
      <h3 className="font-semibold">
        {kindTexts[kind]}
        {/* Two people may have the same name, so it leads to their page. */}
        {subject && (
          <>
            {': '}
            <Link to="/admin/users/$userId" params={{ userId: subject.id }} className="link">
              {subject.full_name}
            </Link>
          </>
        )}
      </h3>
      <p className="text-sm text-ink-2">
        {richText('{name} asked for it, {time}.', {
          name: proposer.full_name,
          time: <TimeText value={since} relative />,
        })}{' '}
        <Deadline change={change} />
      </p>
      {kind === 'reversal' ? <WaitingReversal change={change} /> : <Values change={change} />}
      {reason !== null && <p className="text-sm wrap-anywhere">{t('Reason: {reason}', { reason })}</p>}
      {mayDecide && (
        <div className="flex flex-wrap gap-3">
          {mayApprove && <Button onClick={() => onDecide('approved')}>{t('Approve')}</Button>}
          <Button variant="ghost" onClick={() => onDecide('declined')}>
            {t('Decline or withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Deadline({ change: { kind, ready_at: readyAt, expires_at: end } }: { change: ProposedChange }) {
  if (kind === 'reversal') {
    return readyAt === null
      ? richText('Another administrator can approve it until {time}.', { time: <TimeText value={end} /> })
      : richText('No other administrator can approve it, so it can be completed from {time} on.', {
          time: <TimeText value={readyAt} />,
        })
  }
  return readyAt === null
    ? richText('Another owner can approve it until {time}.', { time: <TimeText value={end} /> })
    : richText('There is no other owner, so it can be completed from {time} on.', {
        time: <TimeText value={readyAt} />,
      })
}

/** The values before and after the change. */
function Values({ change: { before, after } }: { change: ProposedChange }) {
  return (
    <dl className="grid gap-2 text-sm">
      {Object.entries(after).map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-2">{fieldName(name)}</dt>
          <dd className="flex flex-wrap gap-x-2 wrap-anywhere whitespace-pre-line">
            {before && before[name] !== value && (
              <>
                <del className="text-ink-3">{textOf(name, before[name])}</del>
                <ArrowRight aria-hidden="true" size={18} className="flex-none text-ink-3" />
              </>
            )}
            <ins className="font-semibold no-underline">{textOf(name, value)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('None')
  return valueText(name, typeof value === 'string' ? value : JSON.stringify(value))
}

interface DecisionDialogProps {
  change: ProposedChange
  decision: Decision
  onClosed: () => void
}

function DecisionDialog({ change, decision, onClosed }: DecisionDialogProps) {
  const isApproval = decision === 'approved'
  return (
    <ConfirmDialog
      title={isApproval ? t('Approve this change?') : t('Decline this change?')}
      description={
        <>
          <p>
            {isApproval
              ? t('It takes effect at once. Both names are kept on record.')
              : t('It does not take effect. That is kept on record with your name.')}
          </p>
          {change.kind === 'reversal' ? <WaitingReversal change={change} /> : <Values change={change} />}
        </>
      }
      actionLabel={isApproval ? t('Approve') : t('Decline')}
      safeLabel={t('Cancel')}
      act={() => call(decideChange, { params: { changeId: change.id }, body: { decision } })}
      doneToast={{ title: isApproval ? t('The change has taken effect.') : t('The change was declined.') }}
      topics={['settings', 'packages', 'profile', 'wallet', 'requests', 'changes']}
      onClosed={onClosed}
    />
  )
}
