import { Link } from '@tanstack/react-router'
import { Activity, ArrowDownToLine, ArrowRight, ArrowUpFromLine, Users } from 'lucide-react'
import { compare, formatCoins, formatRate, formatUsd, multiply, type Decimal } from '../../../../contract/money.ts'
import type { UserDashboardStats } from '../../../../contract/stats.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { MaturingStat } from '../../../features/spending/maturing-stat.tsx'
import { spendableOf } from '../../../features/spending/spendable.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Eyebrow } from '../../../ui/card.tsx'
import { HideAmountsButton } from '../../../ui/hide-amounts-button.tsx'
import { Rosette } from '../../../ui/rosette.tsx'
import { MissingFigure } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'

interface BalanceCardProps {
  stats: UserDashboardStats | undefined
  hasFailed: boolean
  rate: Decimal | undefined
  /** The seed of the member's engraved figure. */
  seed: string
}

/** The member's balances. The coins that can be used stand first. */
export function BalanceCard({ stats, hasFailed, rate, seed }: BalanceCardProps) {
  const { isHidden, mask, toggle } = useHiddenAmounts()
  return (
    <section
      aria-label={t('Balance')}
      className="relative flex flex-col overflow-hidden rounded-3 border border-line bg-surface p-5 sm:p-6"
    >
      <span className="pointer-events-none absolute -end-36 -top-32 text-brass opacity-20 sm:-end-18 sm:-top-15 sm:opacity-40">
        <Rosette seed={seed} size={320} strokeWidth={0.45} />
      </span>
      <Eyebrow className="relative">
        {t('Available')}
        <HideAmountsButton isHidden={isHidden} onToggle={toggle} />
      </Eyebrow>
      <p className="relative min-h-10 text-3xl font-semibold tracking-[-0.02em]">
        {stats ? (
          <Amount value={mask(formatCoins(spendableOf(stats)))} unit="ET" />
        ) : (
          <MissingFigure hasFailed={hasFailed} className="mt-1 h-8 w-48" />
        )}
      </p>
      <p className="relative min-h-6 text-ink-2">
        {stats &&
          rate &&
          t('≈ {value} at {rate}', {
            value: mask(formatUsd(multiply(spendableOf(stats), rate, 2))),
            rate: formatRate(rate, 4),
          })}
      </p>
      <Figures stats={stats} hasFailed={hasFailed} mask={mask} />
      <QuickActions />
    </section>
  )
}

interface FiguresProps extends Pick<BalanceCardProps, 'stats' | 'hasFailed'> {
  mask: (text: string) => string
}

function Figures({ stats, hasFailed, mask }: FiguresProps) {
  const wait = <MissingFigure hasFailed={hasFailed} className="my-1 h-5 w-24" />
  return (
    <dl className="relative mt-5 grid grid-cols-2 gap-4 border-t border-line pt-4 sm:grid-cols-3">
      <Stat label={t('Total Balance')} note={stats ? `≈ ${mask(formatUsd(stats.balance_usd_value))}` : unknownNote}>
        {stats ? <Amount value={mask(formatCoins(stats.balance_coins))} unit="ET" /> : wait}
      </Stat>
      <Stat label={t('Locked')} note={t('in open requests')}>
        {stats ? <Amount value={mask(formatCoins(stats.locked_coins))} unit="ET" /> : wait}
      </Stat>
      <MaturingStat stats={stats} mask={mask} />
      <Stat
        label={t('Profit / Loss')}
        note={stats ? t('on {value} invested', { value: mask(formatUsd(stats.investment_usd)) }) : unknownNote}
      >
        {stats ? <ProfitLoss usd={stats.profit_loss} mask={mask} /> : wait}
      </Stat>
    </dl>
  )
}

// Keeps the room of the line until its text is known, so that the buttons below do not move.
const unknownNote = '\u00a0'

function ProfitLoss({ usd, mask }: { usd: Decimal; mask: FiguresProps['mask'] }) {
  const sign = compare(usd, '0')
  return (
    <Amount
      value={mask(`${sign > 0 ? '+' : ''}${formatUsd(usd)}`)}
      direction={sign === 0 ? undefined : sign > 0 ? 'in' : 'out'}
    />
  )
}

function QuickActions() {
  return (
    <nav
      aria-label={t('Quick actions')}
      className="relative mt-auto grid grid-cols-2 gap-2 pt-5 sm:flex sm:flex-wrap sm:gap-1.5"
    >
      <Button asChild className="max-sm:col-span-2">
        <Link to="/dashboard/buy">
          <ArrowDownToLine aria-hidden="true" />
          {t('Buy coins')}
        </Link>
      </Button>
      <Button asChild variant="ghost">
        <Link to="/dashboard/transfer">
          <ArrowRight aria-hidden="true" />
          {tc('what one does', 'Transfer')}
        </Link>
      </Button>
      <Button asChild variant="ghost">
        <Link to="/dashboard/withdraw">
          <ArrowUpFromLine aria-hidden="true" />
          {tc('what one does', 'Withdraw')}
        </Link>
      </Button>
      <Button asChild variant="quiet" className="max-[359px]:col-span-2">
        <Link to="/dashboard/activity">
          <Activity aria-hidden="true" />
          {t('Activity')}
        </Link>
      </Button>
      <Button asChild variant="quiet" className="max-[359px]:col-span-2">
        <Link to="/dashboard/referrals">
          <Users aria-hidden="true" />
          {t('Referrals')}
        </Link>
      </Button>
    </nav>
  )
}
