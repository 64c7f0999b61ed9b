import { formatCoins } from '../../../contract/money.ts'
import type { MaturingCoins } from '../../../contract/holds.ts'
import { richText } from '../../lib/rich-text.ts'
import { TimeText } from '../../ui/time-text.tsx'

/** Tells an administrator why a member can withdraw and send less than the available coins. Empty if no coins wait. */
export function MaturingNote({ maturing }: { maturing: MaturingCoins | null }) {
  if (!maturing) return null
  const { coins, next } = maturing
  return (
    <p className="text-sm text-ink-2">
      {richText(
        '{coins} ET of the available coins are bonuses or rewards that can be neither withdrawn nor sent yet. The next {next} ET can be from {time} on.',
        {
          coins: <strong className="font-semibold text-ink">{formatCoins(coins)}</strong>,
          next: formatCoins(next.coins),
          time: <TimeText value={next.at} />,
        },
      )}
    </p>
  )
}
