import { maxRequestCoins, type Decimal } from '../../contract/money.ts'
import { t } from '../../contract/translate.ts'
import { readTypedNumber, typedNumberFault } from '../../contract/typed-number.ts'

/** Reads a typed number of coins. Returns null for a text that is no number, or that could mean two numbers. */
export function readCoins(text: string): Decimal | null {
  return readTypedNumber(text, { unit: 'ET' })?.replace(/\.0+$/, '') ?? null
}

/**
 * Returns the fault of a typed amount of coins, for any purpose. Returns undefined for a number that the form itself
 * has to check. `noNumber` is the form's sentence for a text that is no number.
 */
export function typedCoinsFault(text: string, noNumber: string): string | undefined {
  const coins = readCoins(text)
  if (coins === null) return typedNumberFault(text, { unit: 'ET' }) ?? noNumber
  if (/^-.*[1-9]/.test(coins)) return negativeAmount
  if (wholeOf(coins) > BigInt(maxRequestCoins)) return hugeAmount
  return undefined
}

/** Returns the coins without their decimals, which may be longer than those of any amount. */
export function wholeOf(coins: Decimal): bigint {
  return BigInt(coins.replace(/\..*/, ''))
}

export function isWhole(coins: Decimal): boolean {
  return !coins.includes('.')
}

const negativeAmount = t('The amount cannot be negative.')
const hugeAmount = t('Please enter at most {max} coins.', { max: maxRequestCoins })
