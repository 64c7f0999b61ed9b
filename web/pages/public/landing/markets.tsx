import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  compare,
  formatCoins,
  formatCompact,
  formatCompactUsd,
  formatRate,
  formatUsd,
  multiply,
} from '../../../../contract/money.ts'
import type { GlobalPlatformStats } from '../../../../contract/stats.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { PriceTrend } from './price-trend.tsx'
import { globalStatsQuery } from '../../../lib/public-queries.ts'
import { Amount } from '../../../ui/amount.tsx'
import { richText } from '../../../lib/rich-text.ts'
import { cn } from '../../../ui/cn.ts'
import { hasFailed } from '../../../ui/has-failed.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { StaleNote } from '../../../ui/stale-note.tsx'
import { useIsWaitShown } from '../../../ui/use-is-wait-shown.ts'

/** Four figures of the platform, over the lower edge of the hero. If they cannot be read, the section is left out. */
export function LandingMarkets() {
  const read = useQuery(globalStatsQuery)
  const { data, isPending } = read
  const isSlow = useIsWaitShown(isPending)
  if (!data && hasFailed(read)) return null
  return (
    <section id="markets" aria-labelledby="markets-title" className="relative -mt-11">
      <h2 id="markets-title" className="sr-only">
        {t('Markets')}
      </h2>
      <div className="min-h-[211px] rounded-3 border border-line bg-surface shadow-2 lg:min-h-[126px]">
        {data ? <Figures stats={data} /> : isSlow && <Loading />}
      </div>
      {data && read.isError && (
        <StaleNote
          at={read.dataUpdatedAt}
          isRetrying={read.isFetching}
          onRetry={() => void read.refetch()}
          className="mt-2"
        />
      )}
    </section>
  )
}

function Figures({ stats }: { stats: GlobalPlatformStats }) {
  const worth = multiply(stats.total_available_coins, stats.et_rate, 2)
  // Before any coins are issued or sold, a zero would look like a real figure.
  const hasCoins = compare(stats.total_supply_coins, '0') > 0
  const hasSold = compare(stats.total_supply_usd, '0') > 0
  return (
    <dl className="grid min-h-[inherit] grid-cols-2 lg:grid-cols-4">
      <Figure
        label={t('Total Coins Available')}
        note={hasCoins && richText('worth {amount}', { amount: <Usd value={worth} /> })}
      >
        {hasCoins ? <Coins value={stats.total_available_coins} /> : <None>{tc('coins available', 'None yet')}</None>}
      </Figure>
      <Figure
        label={t('Live Rate')}
        note={
          hasSold
            ? richText('{amount} total invested', { amount: <Usd value={stats.total_supply_usd} /> })
            : t('nothing invested yet')
        }
      >
        <Amount value={formatRate(stats.et_rate, 4)} />
      </Figure>
      <Figure
        label={t('Average Purchase Price')}
        note={
          hasCoins && richText('across {coins} total supply', { coins: <Coins value={stats.total_supply_coins} /> })
        }
      >
        {hasSold ? (
          <Amount value={formatRate(stats.average_purchase_price, 4)} />
        ) : (
          <None>{tc('average purchase price', 'None yet')}</None>
        )}
      </Figure>
      <Figure label={t('Live Price Trend')}>
        <PriceTrend />
      </Figure>
    </dl>
  )
}

interface FigureProps {
  label: string
  note?: ReactNode
  children: ReactNode
}

function Figure({ label, note, children }: FigureProps) {
  return (
    <div className="grid content-start border-line p-4 max-lg:nth-[n+3]:border-t max-lg:even:border-s sm:px-6 sm:py-5 lg:not-first:border-s">
      <dt className="text-sm font-medium text-ink-2">{label}</dt>
      {/* The height is fixed, as the smaller unit after a figure would make its line taller than the others. */}
      <dd className={cn('text-[1.5rem]/8 font-semibold', note && 'h-8')}>{children}</dd>
      {note && <dd className="text-ink-3">{note}</dd>}
    </div>
  )
}

function Coins({ value }: { value: string }) {
  return <Amount value={formatCompact(value)} unit="ET" full={formatCoins(value)} />
}

function None({ children }: { children: string }) {
  return <span className="text-lg text-ink-2">{children}</span>
}

function Usd({ value }: { value: string }) {
  return <Amount value={formatCompactUsd(value)} full={formatUsd(value)} />
}

function Loading() {
  return (
    <p role="status" className="flex min-h-[inherit] items-center justify-center gap-3 text-ink-2">
      <Spinner className="text-brand" />
      {t('Loading the markets...')}
    </p>
  )
}
