import { formatCoins, type Decimal } from '../../contract/money.ts'
import { transactionTypeNames } from '../../contract/endpoints/transactions.ts'

export type Direction = 'in' | 'out'

const debitWords = new Set(['OUT', 'SELL', 'WITHDRAWAL'])
const creditWords = new Set(['IN', 'BUY', 'BONUS'])

/**
 * Returns the direction in which a transaction moved coins, from the words of its type. Only whole words between
 * underscores count, so PENDING does not count as IN. A debit word wins over a credit word. Undefined if there is
 * neither.
 */
export function directionOf(type: string): Direction | undefined {
  const words = type.toUpperCase().split('_')
  if (words.some((word) => debitWords.has(word))) return 'out'
  if (words.some((word) => creditWords.has(word))) return 'in'
  return undefined
}

/** Formats an amount with the sign of its direction: "+12,000", "−3,000", "500". Zero has no sign. */
export function signedCoins(type: string, amount: Decimal): string {
  const direction = directionOf(type)
  return direction === undefined ? formatCoins(amount) : withSign(direction, amount)
}

/** Formats an amount with the sign of a given direction, for sums that have no type. */
export function withSign(direction: Direction, amount: Decimal): string {
  const text = formatCoins(amount)
  return text === '0' ? text : `${direction === 'in' ? '+' : '−'}${text}`
}

/** Returns the name of a type; an unknown type is returned as it is. */
export function typeName(type: string): string {
  const names: Record<string, string> = transactionTypeNames
  return names[type] ?? type
}
