import { formatCoins, formatCompact } from '../../../contract/money.ts'
import type { Transaction } from '../../../contract/requests.ts'
import { Card } from '../../ui/card.tsx'
import { drawBalance } from './balance-line.ts'

/** The member's total after each of the latest transactions. */
export function BalanceChart({ transactions }: { transactions: readonly Transaction[] }) {
  const { path, endPercent, lowest, highest, oldest, newest } = drawBalance(transactions)
  return (
    <Card title="Balance" className="flex flex-col">
      <figure className="flex flex-1 flex-col">
        <div
          role="img"
          aria-label={`Balance from ${formatCoins(oldest.balance_after)} to ${formatCoins(newest.balance_after)} ET over the latest ${transactions.length} transactions; lowest ${formatCoins(lowest.balance_after)}, highest ${formatCoins(highest.balance_after)}.`}
          className="flex min-h-40 flex-1 gap-3"
        >
          <div className="flex flex-col justify-between text-2xs font-medium text-ink-3">
            <span>{formatCompact(highest.balance_after)}</span>
            <span>{formatCompact(lowest.balance_after)}</span>
          </div>
          <div className="relative my-2 flex-1">
            <svg
              aria-hidden="true"
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="absolute size-full overflow-visible"
            >
              <path
                d="M0 0H100M0 50H100M0 100H100"
                className="stroke-line"
                strokeWidth={1}
                vectorEffect="non-scaling-stroke"
              />
              <path d={path} fill="none" className="stroke-c1" strokeWidth={2} vectorEffect="non-scaling-stroke" />
            </svg>
            <span
              className="absolute -end-1 size-2 -translate-y-1/2 rounded-full bg-c1"
              style={{ top: `${endPercent}%` }}
            />
          </div>
        </div>
        <figcaption className="mt-2 flex justify-between gap-4 text-2xs font-medium text-ink-3">
          <span>{formatDay(oldest.created_at)}</span>
          <span>
            {formatDay(newest.created_at)}:{' '}
            <b className="font-semibold text-ink">{formatCoins(newest.balance_after)}&nbsp;ET</b>
          </span>
        </figcaption>
      </figure>
    </Card>
  )
}

function formatDay(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
