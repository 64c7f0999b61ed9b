import { payoutLists } from '../../../../contract/endpoints/payouts.ts'
import { formatUsdt } from '../../../../contract/money.ts'
import type { PayoutTotals } from '../../../../contract/payouts.ts'
import { tn } from '../../../../contract/translate.ts'
import { usdtAmount } from '../../../lib/coins-text.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { listNames } from './list-names.ts'

/** The sums of each list, in USDT and in payouts. */
export function Totals({ totals }: { totals: PayoutTotals | undefined }) {
  if (!totals) return <Skeleton className="h-24" />
  return (
    <Card>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {payoutLists.map((list) => (
          <Stat key={list} label={listNames[list]} note={countText(totals[list].count)}>
            {usdtAmount(formatUsdt(totals[list].usdt))}
          </Stat>
        ))}
      </dl>
      {totals.oldest_to_pay !== null && (
        <p className="mt-3 text-sm text-ink-2">
          {richText('The oldest one waits since {time}.', { time: <TimeText value={totals.oldest_to_pay} relative /> })}
        </p>
      )}
      {totals.untracked.count > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          {tn(
            '{count} withdrawal was approved before payouts were recorded.',
            '{count} withdrawals were approved before payouts were recorded.',
            totals.untracked.count,
          )}
        </p>
      )}
    </Card>
  )
}

const countText = (count: number) => tn('{count} payout', '{count} payouts', count)
