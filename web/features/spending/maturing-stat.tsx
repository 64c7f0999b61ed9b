import { compare, formatCoins } from '../../../contract/money.ts'
import type { UserDashboardStats } from '../../../contract/stats.ts'
import { t } from '../../../contract/translate.ts'
import { richText } from '../../lib/rich-text.ts'
import { Amount } from '../../ui/amount.tsx'
import { Stat } from '../../ui/stat.tsx'
import { TimeText } from '../../ui/time-text.tsx'

interface MaturingStatProps {
  stats: UserDashboardStats | undefined
  mask: (text: string) => string
}

/** The bonus and reward coins that cannot be spent yet, and the date of the next of them. Empty without such coins. */
export function MaturingStat({ stats, mask }: MaturingStatProps) {
  if (!stats || compare(stats.maturing_coins, '0') === 0) return null
  const next = stats.next_maturing
  return (
    <Stat
      label={t('Maturing')}
      note={
        next &&
        richText('{coins} ET can be withdrawn and sent from {time} on', {
          coins: mask(formatCoins(next.coins)),
          time: <TimeText value={next.at} />,
        })
      }
    >
      <Amount value={mask(formatCoins(stats.maturing_coins))} unit="ET" />
    </Stat>
  )
}
