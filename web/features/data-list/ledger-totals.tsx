import type { ReactNode } from 'react'
import { compare, formatCoins, formatUsd, type Decimal } from '../../../contract/money.ts'
import type { TransactionTotals } from '../../../contract/transactions.ts'
import { t, tc } from '../../../contract/translate.ts'
import { Amount } from '../../ui/amount.tsx'
import { MissingFigure } from '../../ui/skeleton.tsx'
import { CoinsInOrOut } from './coins-in-or-out.tsx'

interface LedgerTotalsProps {
  /** Undefined until they have been read. */
  totals: TransactionTotals | undefined
  hasFailed: boolean
  /** True while these are the sums of the previous question, until the new ones arrive. */
  isEarlier: boolean
}

/** The coins in, the coins out and their difference, over all matches and not just one page. */
export function LedgerTotals({ totals, hasFailed, isEarlier }: LedgerTotalsProps) {
  if (totals && (totals.coins_in === null || totals.coins_out === null || totals.net_coins === null)) {
    return (
      <p className="border-t border-line bg-sunken px-4 py-3 text-sm text-ink-2 sm:px-5">
        {t('Too many transactions would have to be read to add these up. Narrow the filter to see the sums.')}
      </p>
    )
  }
  const missing = <MissingFigure hasFailed={hasFailed} className="h-6 w-28" />
  return (
    <dl
      aria-label={t('Totals of everything that matches')}
      aria-busy={isEarlier || undefined}
      className="flex flex-wrap gap-x-10 gap-y-2 border-t border-line bg-sunken px-4 py-3 aria-busy:opacity-60 sm:px-5"
    >
      <Total name={tc('coins', 'In')} value={totals?.value_in_usd}>
        {totals?.coins_in ? <CoinsInOrOut coins={totals.coins_in} unit="ET" direction="in" /> : missing}
      </Total>
      <Total name={tc('coins', 'Out')} value={totals?.value_out_usd}>
        {totals?.coins_out ? <CoinsInOrOut coins={totals.coins_out} unit="ET" direction="out" /> : missing}
      </Total>
      <Total name={tc('coins', 'Net')} value={undefined}>
        {totals?.net_coins ? <Net coins={totals.net_coins} /> : missing}
      </Total>
    </dl>
  )
}

function Total({ name, value, children }: { name: string; value: Decimal | null | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
      {value && <dd className="text-sm text-ink-3">{formatUsd(value)}</dd>}
    </div>
  )
}

function Net({ coins }: { coins: Decimal }) {
  const sign = compare(coins, '0')
  if (sign === 0) return <Amount value="0" unit="ET" />
  const value = `${sign > 0 ? '+' : ''}${formatCoins(coins)}`
  return <Amount value={value} unit="ET" direction={sign > 0 ? 'in' : 'out'} />
}
