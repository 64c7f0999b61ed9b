import { useQuery } from '@tanstack/react-query'
import { formatCoins, formatUsd } from '../../../contract/money.ts'
import { t } from '../../../contract/translate.ts'
import { PackageBadge } from '../../features/packages/package-badge.tsx'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { userStatsQuery } from '../../features/spending/user-stats-query.ts'
import { useSession } from '../../lib/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { MissingFigure } from '../../ui/skeleton.tsx'
import { TickerItem } from '../../ui/ticker.tsx'

/** A member's package, for phones, where the bar has no room for it. */
export function OwnPackageBadge() {
  const { package: ownPackage } = useSession()
  return ownPackage && <PackageBadge package={ownPackage} className="sm:hidden" />
}

/** A member's own figures in the ticker. */
export function OwnFigures() {
  const { mask } = useHiddenAmounts()
  const { data, isError } = useQuery(userStatsQuery)
  const wait = isError ? <MissingFigure hasFailed /> : undefined
  return (
    <>
      <TickerItem label={t('Balance')}>
        {data ? <Amount value={mask(formatCoins(data.balance_coins))} unit="ET" /> : wait}
      </TickerItem>
      <TickerItem label={t('Investment')}>{data ? mask(formatUsd(data.investment_usd)) : wait}</TickerItem>
    </>
  )
}
