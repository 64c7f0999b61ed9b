import { errors } from '../../../contract/errors.ts'
import { coinStep, compare, fromUnits, maxRequestCoins, toUnits, type Decimal } from '../../../contract/money.ts'
import { fieldTexts } from '../../../contract/texts.ts'
import { readTypedNumber } from '../../../contract/typed-number.ts'

/** A typed number of coins; null for anything that is no plain number. Separators of thousands may be typed. */
export function readCoins(text: string): Decimal | null {
  const typed = readTypedNumber(text) ?? ''
  return /^-?\d{1,15}(\.\d{1,8})?$/.test(typed) ? typed : null
}

/** The largest amount within the available coins that can be sent or withdrawn; "0" when there is none. */
export function largestAmount(available: Decimal): Decimal {
  const units = toUnits(smaller(available, String(maxRequestCoins)))
  return fromUnits(units - (units % stepUnits))
}

/**
 * What is wrong with the amount of a transfer, in the words that the server uses, too. While the available coins are not
 * known, the server alone judges them.
 */
export function transferAmountFault(text: string, available: Decimal | undefined): string | undefined {
  const coins = readCoins(text)
  if (coins !== null && exceeds(coins, available)) return errors.amount_exceeds_balance.message
  if (coins === null || isBelowMinimum(coins) || !isMultiple(coins)) return errors.transfer_not_multiple.message
  return undefined
}

/** The same for a withdrawal, which has a sentence of its own for each fault. */
export function withdrawalAmountFault(text: string, available: Decimal | undefined): string | undefined {
  const coins = readCoins(text)
  if (coins === null) return fieldTexts.numberNeeded
  if (isBelowMinimum(coins)) return errors.withdrawal_below_minimum.message
  if (exceeds(coins, available)) return errors.amount_exceeds_balance.message
  if (!isMultiple(coins)) return errors.withdrawal_not_multiple.message
  return undefined
}

/** An amount without fault as the whole number that travels in a request; null for any other text. */
export function wholeCoins(text: string): number | null {
  return withdrawalAmountFault(text, undefined) === undefined ? Number(readCoins(text)) : null
}

const stepUnits = toUnits(String(coinStep))

function isBelowMinimum(coins: Decimal): boolean {
  return compare(coins, String(coinStep)) < 0
}

function isMultiple(coins: Decimal): boolean {
  return toUnits(coins) % stepUnits === 0n
}

function exceeds(coins: Decimal, available: Decimal | undefined): boolean {
  return compare(coins, smaller(available ?? String(maxRequestCoins), String(maxRequestCoins))) > 0
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) < 0 ? a : b
}
