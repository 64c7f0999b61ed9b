import { compare, type Decimal } from '../../../contract/money.ts'
import { withSign, type Direction } from '../../lib/transaction-display.ts'
import { Amount } from '../../ui/amount.tsx'

interface MovedCoinsProps {
  coins: Decimal
  direction: Direction
  unit?: string
  className?: string
}

/** Coins that came in or went out altogether, in the colour of that; none at all have neither a sign nor a colour. */
export function MovedCoins({ coins, direction, ...look }: MovedCoinsProps) {
  const isNone = compare(coins, '0') === 0
  return <Amount {...look} value={withSign(direction, coins)} direction={isNone ? undefined : direction} />
}
