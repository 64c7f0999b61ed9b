import { formatUsd } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { cn } from '../../../ui/cn.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { requesterOf } from '../request-display.ts'
import type { Outcome } from './batch-outcome.ts'

interface BatchListProps {
  requests: readonly Request[]
  /** Why a request is left out, by its id. */
  omissions: ReadonlyMap<string, string>
  outcomes: ReadonlyMap<string, Outcome>
  sendingIds: ReadonlySet<string>
}

/** The requests of a batch, each with its outcome. */
export function BatchList({ requests, omissions, outcomes, sendingIds }: BatchListProps) {
  const done = requests.filter(({ id }) => outcomes.has(id)).length
  return (
    <div>
      <p role="status" className="sr-only">
        {done > 0 && t('{done} of {count} answered', { done, count: requests.length - omissions.size })}
      </p>
      <ul
        aria-label={t('Requests of this batch')}
        tabIndex={0}
        className="max-h-64 overflow-y-auto rounded-2 border border-line focus-visible:-outline-offset-2"
      >
        {requests.map((request) => (
          <li key={request.id} className="grid gap-1 border-b border-line px-3 py-2 text-sm last:border-b-0">
            <span className="flex items-baseline justify-between gap-3">
              <PersonName isCut className="font-semibold">
                {requesterOf(request).full_name}
              </PersonName>
              <span className="whitespace-nowrap">
                {coinsText(request.amount_coins)} · {formatUsd(request.amount_usd)}
              </span>
            </span>
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="mono text-ink-3">{request.number}</span>
              <State
                omission={omissions.get(request.id)}
                outcome={outcomes.get(request.id)}
                isSending={sendingIds.has(request.id)}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface StateProps {
  omission: string | undefined
  outcome: Outcome | undefined
  isSending: boolean
}

function State({ omission, outcome, isSending }: StateProps) {
  if (isSending) {
    return (
      <span className="flex items-center gap-1.5 text-ink-2">
        <Spinner className="size-4" />
        {t('Being decided…')}
      </span>
    )
  }
  if (outcome) return <span className={cn('font-semibold', toneStyles[outcome.tone])}>{outcome.text}</span>
  if (omission !== undefined) return <span className="text-ink-2">{t('Left out: {reason}', { reason: omission })}</span>
  return null
}

const toneStyles: Record<Outcome['tone'], string> = {
  ok: 'text-ok',
  bad: 'text-bad',
  wait: 'text-wait',
  neutral: 'text-ink-2',
}
