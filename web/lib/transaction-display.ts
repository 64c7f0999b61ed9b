import { formatCoins, type Decimal } from '../../contract/money.ts'
import { transactionTypeNames } from '../../contract/transactions.ts'

export type Direction = 'in' | 'out'

const debitWords = new Set(['OUT', 'SELL', 'WITHDRAWAL'])
const creditWords = new Set(['IN', 'BUY', 'BONUS'])

/**
 * Which way a transaction moved coins, read from the words of its type. Whole words between underscores count, so that PENDING
 * is no IN; a debit word wins over a credit word. Undefined where the type says neither.
 */
export function directionOf(type: string): Direction | undefined {
  const words = type.toUpperCase().split('_')
  if (words.some((word) => debitWords.has(word))) return 'out'
  if (words.some((word) => creditWords.has(word))) return 'in'
  return undefined
}

/** The amount with the sign of its direction: "+12,000", "−3,000", "500". Zero has no sign. */
export function signedCoins(type: string, amount: Decimal): string {
  const direction = directionOf(type)
  return direction === undefined ? formatCoins(amount) : withSign(direction, amount)
}

/** The same for an amount whose direction is known, such as a sum of all that came in. */
export function withSign(direction: Direction, amount: Decimal): string {
  const text = formatCoins(amount)
  return text === '0' ? text : `${direction === 'in' ? '+' : '−'}${text}`
}

/** The type in words; one that is not known here is shown as it is. */
export function typeName(type: string): string {
  const names: Record<string, string> = transactionTypeNames
  return names[type] ?? type
}
