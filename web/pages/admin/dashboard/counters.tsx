import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { formatCount } from '../../../../contract/money.ts'
import type { RequestCounts } from '../../../../contract/request-review.ts'
import { requestKinds } from '../../../../contract/endpoints/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { kinds } from '../../../features/requests/kinds/kinds.ts'
import { richText } from '../../../lib/rich-text.ts'
import { countDecidable } from '../../../features/requests/request-counts-query.ts'
import { OverdueCount } from '../../../features/requests/overdue-count.tsx'
import { cn } from '../../../ui/cn.ts'
import { MissingFigure } from '../../../ui/skeleton.tsx'
import { AgoText, useNow } from '../../../ui/time-text.tsx'

const counters = requestKinds.map((kind) => ({ kind, ...kinds[kind] }))

interface PendingCountersProps {
  counts: RequestCounts | undefined
  hasFailed: boolean
}

/** The number of requests of each kind that wait for a decision, with the age of the oldest and the number of the overdue ones. Each counter links to its queue. */
export function PendingCounters({ counts, hasFailed }: PendingCountersProps) {
  return (
    <nav aria-label={t('Pending requests')} className="grid gap-3 sm:grid-cols-3 sm:gap-5">
      {counters.map(({ kind, pendingName, approvalsPath, icon: Icon }) => (
        <Link
          key={kind}
          to={approvalsPath}
          className="flex items-center gap-4 rounded-3 border border-line bg-surface px-5 py-4 text-ink no-underline hover:border-line-strong"
        >
          <Icon aria-hidden="true" size={22} className="flex-none text-link sm:max-lg:hidden" />
          <span className="min-w-0 flex-1">
            <span className="block text-sm text-ink-2">{pendingName}</span>
            <Oldest at={counts?.[kind].oldest_pending_at} />
            <span className="block min-h-5">
              <OverdueCount count={counts?.[kind].overdue} />
            </span>
          </span>
          <span className="text-3xl font-semibold tracking-[-0.02em]">
            {counts ? (
              formatCount(countDecidable(counts, kind))
            ) : (
              <MissingFigure hasFailed={hasFailed} className="h-9 w-10" />
            )}
          </span>
        </Link>
      ))}
    </nav>
  )
}

// After this long a member starts to wonder.
const longWaitMs = 4 * 3_600_000

function Oldest({ at }: { at: string | null | undefined }) {
  const now = useNow()
  if (!at) return <span className="block text-sm text-ink-3">{at === null ? t('Nothing waits') : '\u00a0'}</span>
  const isLong = now.getTime() - Date.parse(at) > longWaitMs
  return (
    <span className={cn('flex items-center gap-1 text-sm', isLong ? 'font-semibold text-wait' : 'text-ink-3')}>
      {isLong && <Hourglass aria-label={t('Long wait:')} role="img" size={14} />}
      <span>{richText('Oldest {time}', { time: <AgoText value={at} /> })}</span>
    </span>
  )
}
