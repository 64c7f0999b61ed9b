import { formatCoins } from '../../../../contract/money.ts'
import type { ReferralSummary } from '../../../../contract/referrals.ts'
import { t, tc, tn } from '../../../../contract/translate.ts'
import { filterDisplay, referralDisplay } from './referral-display.ts'
import { referralFilters, type ReferralFilter } from './search.ts'
import { ReferralShare } from '../../../features/referrals/referral-share.tsx'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Card } from '../../../ui/card.tsx'
import { ReadProblem, type ReadState } from '../../../ui/read-problem.tsx'
import { MissingFigure } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

interface LadderProps {
  summary: ReadState & { data: ReferralSummary | undefined }
}

/** The coins that the friends have brought so far, and the number of friends on each of the three steps. */
export function ReferralProgress({ summary: read }: LadderProps) {
  const { mask } = useHiddenAmounts()
  const summary = read.data
  const hasFailed = read.isError
  const wait = <MissingFigure hasFailed={hasFailed} className="my-1 h-5 w-24" />
  return (
    <Card title={t('Rewards')}>
      <ReadProblem reads={[read]} className="mb-4" />
      <p className="mb-4 text-sm text-ink-2">
        {richText(
          'When a friend’s first package is approved, you receive {share} of the coins of that package, not counting its bonus: once for each friend.',
          { share: <ReferralShare /> },
        )}
      </p>
      <dl className="grid grid-cols-2 gap-4">
        <Stat label={t('Earned')}>
          {summary ? <Amount value={mask(formatCoins(summary.earned_coins))} unit="ET" /> : wait}
        </Stat>
        <Stat label={tc('coins of rewards', 'Pending')} note={t('if approved')}>
          {summary ? <Amount value={mask(formatCoins(summary.pending_coins))} unit="ET" /> : wait}
        </Stat>
      </dl>
      <ol aria-label={t('Steps to a reward')} className="mt-5 grid border-t border-line pt-1">
        {referralFilters.map((filter) => (
          <Step key={filter} filter={filter} count={summary && countOf(summary, filter)} hasFailed={hasFailed} />
        ))}
      </ol>
    </Card>
  )
}

interface StepProps {
  filter: ReferralFilter
  count: number | undefined
  hasFailed: boolean
}

function Step({ filter, count, hasFailed }: StepProps) {
  const { status } = filterDisplay[filter]
  if (!status) return null
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 border-b border-line last:border-b-0">
      <StatusBadge status={status} {...referralDisplay[status]} />
      <span className="text-lg font-semibold">
        {count === undefined ? (
          <MissingFigure hasFailed={hasFailed} className="h-5 w-6" />
        ) : (
          <>
            <span className="sr-only">{tn('{count} friend', '{count} friends', count)}</span>
            <span aria-hidden="true">{count}</span>
          </>
        )}
      </span>
    </li>
  )
}

function countOf({ registered, pending, awarded }: ReferralSummary, filter: ReferralFilter): number {
  return { registered, deposited: pending, awarded }[filter]
}
