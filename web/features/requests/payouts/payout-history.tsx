import { useQuery } from '@tanstack/react-query'
import type { PayoutEvent } from '../../../../contract/payouts.ts'
import { t } from '../../../../contract/translate.ts'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { payoutQuery } from './payout-queries.ts'
import { findingTexts, payoutStatus } from './payout-findings.ts'

interface PayoutHistoryProps {
  userId: string
  requestId: string
}

/** The state of a payout and everything that was recorded for it, the newest first. */
export function PayoutHistory({ userId, requestId }: PayoutHistoryProps) {
  const read = useQuery(payoutQuery(userId, requestId))
  if (!read.data) return read.isError ? <ReadProblem reads={[read]} /> : <Skeleton className="h-20" />
  const { payout, events } = read.data
  return (
    <section aria-label={t('History of the payout')} className="grid gap-3 text-sm">
      <p className="font-semibold">{payoutStatus(payout).label}</p>
      {events.length === 0 && <p className="text-ink-2">{t('Nothing was recorded yet.')}</p>}
      <ol className="grid gap-3">
        {events.map((event) => (
          <li key={`${event.created_at} ${event.action}`} className="border-s-2 border-line ps-3">
            <p className="font-semibold">{actionText(event)}</p>
            {noteOf(event) !== null && <p className="wrap-anywhere">{noteOf(event)}</p>}
            <p className="mono break-all text-ink-2">{event.hash}</p>
            <p className="text-ink-2">
              <TimeText value={event.created_at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function actionText({ action, actor_name: name }: PayoutEvent): string {
  const who = name ?? t('Nobody signed in')
  const texts: Record<PayoutEvent['action'], string> = {
    sent: t('{name} recorded the transaction', { name: who }),
    corrected: t('{name} corrected the transaction', { name: who }),
    failed: t('{name} noted that the payment failed', { name: who }),
    confirmed: t('The network has confirmed it'),
    flagged: t('The network does not confirm it'),
  }
  return texts[action]
}

function noteOf({ action, finding, detail }: PayoutEvent): string | null {
  if (finding !== null) return findingTexts[finding]
  return action === 'corrected' && detail !== null ? t('Instead of {hash}', { hash: detail }) : detail
}
