import { Link } from '@tanstack/react-router'
import { compare, formatCoins } from '../../../contract/money.ts'
import type { UserDashboardStats } from '../../../contract/stats.ts'
import { t } from '../../../contract/translate.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { HideAmountsButton } from '../../ui/hide-amounts-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MissingFigure } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { largestAmount } from './coin-amounts.ts'
import { MaturingStat } from './maturing-stat.tsx'
import { spendableOf } from './spendable.ts'

interface SpendableCoinsProps {
  /** Undefined until the figures have been read. */
  stats: UserDashboardStats | undefined
  hasFailed: boolean
  /** The intended use of the coins. */
  verb: 'send' | 'withdraw'
}

/** The coins that can be spent, the locked ones and those that mature later, shown before the person types an amount. */
export function SpendableCoins({ stats, hasFailed, verb }: SpendableCoinsProps) {
  const { isHidden, mask, toggle } = useHiddenAmounts()
  const wait = <MissingFigure hasFailed={hasFailed} className="my-1 h-5 w-24" />
  return (
    <div className="grid gap-4">
      <section
        aria-label={t('Your coins')}
        className="flex items-start justify-between gap-4 rounded-3 border border-line bg-surface py-4 ps-5 pe-3 sm:ps-6"
      >
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Stat label={t('Available')}>
            {stats ? <Amount value={mask(formatCoins(spendableOf(stats)))} unit="ET" /> : wait}
          </Stat>
          <Stat label={t('Locked')}>
            {stats ? <Amount value={mask(formatCoins(stats.locked_coins))} unit="ET" /> : wait}
          </Stat>
          <MaturingStat stats={stats} mask={mask} />
        </dl>
        <HideAmountsButton isHidden={isHidden} onToggle={toggle} />
      </section>
      {stats && largestAmount(spendableOf(stats)) === '0' && <NothingToSpend stats={stats} verb={verb} />}
    </div>
  )
}

function NothingToSpend({ stats, verb }: { stats: UserDashboardStats; verb: SpendableCoinsProps['verb'] }) {
  const hasSome = compare(spendableOf(stats), '0') > 0
  const hasLocked = compare(stats.locked_coins, '0') > 0
  return (
    <Notice
      title={hasSome ? shortTexts[verb].tooFew : shortTexts[verb].none}
      action={
        <div className="flex flex-wrap gap-2">
          <Button asChild size="sm">
            <Link to="/dashboard/buy">{t('Buy coins')}</Link>
          </Button>
          {hasLocked && (
            <Button asChild size="sm" variant="ghost">
              <Link to="/dashboard/activity" search={{ status: 'pending' }}>
                {t('Open requests')}
              </Link>
            </Button>
          )}
        </div>
      }
    >
      {t('At least 1,000 available ET are needed.')}
      {hasLocked && ` ${t('Coins that are locked return when their request is rejected or cancelled.')}`}
    </Notice>
  )
}

const shortTexts: Record<SpendableCoinsProps['verb'], { tooFew: string; none: string }> = {
  send: {
    tooFew: t('You have too few coins to send at the moment.'),
    none: t('You have no coins to send at the moment.'),
  },
  withdraw: {
    tooFew: t('You have too few coins to withdraw at the moment.'),
    none: t('You have no coins to withdraw at the moment.'),
  },
}
