import { maxRequestCoins, type Decimal } from '../../contract/money.ts'
import { t } from '../../contract/translate.ts'
import { readTypedNumber, typedNumberFault } from '../../contract/typed-number.ts'

/** A typed number of coins; null for anything that is no number, or could be two. */
export function readCoins(text: string): Decimal | null {
  return readTypedNumber(text, { unit: 'ET' })?.replace(/\.0+$/, '') ?? null
}

/**
 * What keeps a typed text from being an amount of coins, whatever they are for; undefined for a number that the form has
 * to judge. What is no number at all gets the sentence that the form has for it.
 */
export function typedCoinsFault(text: string, noNumber: string): string | undefined {
  const coins = readCoins(text)
  if (coins === null) return typedNumberFault(text, { unit: 'ET' }) ?? noNumber
  if (/^-.*[1-9]/.test(coins)) return negativeAmount
  if (wholeOf(coins) > BigInt(maxRequestCoins)) return hugeAmount
  return undefined
}

/** The coins without what is behind the decimal sign, which may be longer than any amount is. */
export function wholeOf(coins: Decimal): bigint {
  return BigInt(coins.replace(/\..*/, ''))
}

export function isWhole(coins: Decimal): boolean {
  return !coins.includes('.')
}

const negativeAmount = t('The amount cannot be negative.')
const hugeAmount = t('Please enter at most {max} coins.', { max: maxRequestCoins })
