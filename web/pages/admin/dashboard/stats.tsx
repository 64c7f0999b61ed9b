import type { ReactNode } from 'react'
import {
  formatCoins,
  formatCompact,
  formatCompactUsd,
  formatRate,
  formatUsd,
  type Decimal,
} from '../../../../contract/money.ts'
import type { GlobalPlatformStats } from '../../../../contract/stats.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Card } from '../../../ui/card.tsx'
import { MissingFigure } from '../../../ui/skeleton.tsx'

interface PlatformStatsProps {
  stats: GlobalPlatformStats | undefined
  /** The number of members, without administrators and closed accounts. */
  memberCount: number | undefined
  /** The number of closed accounts, which are no members any more. */
  closedCount: number | undefined
  hasFailed: boolean
}

/** The eight figures of the platform in short form. The full value shows on hover. */
export function PlatformStats({ stats, memberCount, closedCount = 0, hasFailed }: PlatformStatsProps) {
  const missing = <MissingFigure hasFailed={hasFailed} className="mt-1 h-6 w-20" />
  return (
    <Card padded={false} title={t('Platform')} aria-label={t('Platform')} className="overflow-hidden">
      <dl className="grid grid-cols-2 gap-px border-t border-line bg-line md:grid-cols-4">
        <Figure
          name={t('Users')}
          note={closedCount > 0 ? tn('{count} closed account', '{count} closed accounts', closedCount) : undefined}
        >
          {memberCount === undefined ? missing : <Count value={memberCount} />}
        </Figure>
        <Figure name={t('Circulation')}>{stats ? <Coins value={stats.balance_coins} /> : missing}</Figure>
        <Figure name={t('Available')}>{stats ? <Coins value={stats.total_available_coins} /> : missing}</Figure>
        <Figure name={t('Total Supply')}>{stats ? <Coins value={stats.total_supply_coins} /> : missing}</Figure>
        <Figure name={t('Total Invested')}>
          {stats ? (
            <Amount value={formatCompactUsd(stats.total_supply_usd)} full={formatUsd(stats.total_supply_usd)} />
          ) : (
            missing
          )}
        </Figure>
        <Figure name={t('Average Price')}>
          {stats ? (
            <Amount value={formatRate(stats.average_purchase_price, 4)} full={`$${stats.average_purchase_price}`} />
          ) : (
            missing
          )}
        </Figure>
        <Figure name={t('Withdrawn')}>{stats ? <Coins value={stats.total_withdrawals_coins} /> : missing}</Figure>
        <Figure name={t('Transferred')}>{stats ? <Coins value={stats.total_transfers_coins} /> : missing}</Figure>
      </dl>
    </Card>
  )
}

function Figure({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="bg-surface px-5 py-4">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-xl font-semibold">
        {children}
        {note && <span className="block text-sm font-normal text-ink-3">{note}</span>}
      </dd>
    </div>
  )
}

function Coins({ value }: { value: Decimal }) {
  return <Amount value={formatCompact(value)} unit="ET" full={formatCoins(value)} />
}

function Count({ value }: { value: number }) {
  return <Amount value={formatCompact(String(value))} full={formatCoins(String(value))} />
}
