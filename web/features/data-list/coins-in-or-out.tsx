import { compare, type Decimal } from '../../../contract/money.ts'
import { withSign, type Direction } from '../../lib/transaction-display.ts'
import { Amount } from '../../ui/amount.tsx'

interface MovedCoinsProps {
  coins: Decimal
  direction: Direction
  unit?: string
  className?: string
}

/** A sum of coins in or out, in the colour of its direction. Zero has neither a sign nor a colour. */
export function CoinsInOrOut({ coins, direction, ...look }: MovedCoinsProps) {
  const isNone = compare(coins, '0') === 0
  return <Amount {...look} value={withSign(direction, coins)} direction={isNone ? undefined : direction} />
}
