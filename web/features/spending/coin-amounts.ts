import { errors } from '../../../contract/errors.ts'
import { coinStep, compare, fromUnits, maxRequestCoins, toUnits, type Decimal } from '../../../contract/money.ts'
import { fieldTexts, requiredText } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { isWhole, readCoins, typedCoinsFault, wholeOf } from '../../lib/typed-coins.ts'

/** Returns the largest amount within the available coins that can be sent or withdrawn; "0" if there is none. */
export function largestAmount(available: Decimal): Decimal {
  const most = String(maxRequestCoins)
  const units = toUnits(compare(available, most) < 0 ? available : most)
  return fromUnits(units - (units % toUnits(String(coinStep))))
}

/**
 * Returns the fault of a transfer's amount, in the server's words. While the available coins are unknown, only the
 * server compares with them.
 */
export function transferAmountFault(text: string, available: Decimal | undefined): string | undefined {
  const unread = typedCoinsFault(text, text.trim() === '' ? amountNeeded : fieldTexts.numberNeeded)
  if (unread) return unread
  const coins = readCoins(text) ?? ''
  if (exceeds(coins, available)) return errors.amount_exceeds_balance.message
  if (isBelowMinimum(coins) || !isMultiple(coins)) return errors.transfer_not_multiple.message
  return undefined
}

/** Returns the fault of a withdrawal's amount. Each fault has its own sentence. */
export function withdrawalAmountFault(text: string, available: Decimal | undefined): string | undefined {
  const unread = typedCoinsFault(text, fieldTexts.numberNeeded)
  if (unread) return unread
  const coins = readCoins(text) ?? ''
  if (isBelowMinimum(coins)) return errors.withdrawal_below_minimum.message
  if (exceeds(coins, available)) return errors.amount_exceeds_balance.message
  if (!isMultiple(coins)) return errors.withdrawal_not_multiple.message
  return undefined
}

/** Returns a faultless amount as the whole number for a request; null for any other text. */
export function readWholeCoins(text: string): number | null {
  return withdrawalAmountFault(text, undefined) === undefined ? Number(readCoins(text)) : null
}

const amountNeeded = requiredText(t('Amount'))

function isBelowMinimum(coins: Decimal): boolean {
  return wholeOf(coins) < BigInt(coinStep)
}

function isMultiple(coins: Decimal): boolean {
  return isWhole(coins) && wholeOf(coins) % BigInt(coinStep) === 0n
}

function exceeds(coins: Decimal, available: Decimal | undefined): boolean {
  return available !== undefined && compare(String(wholeOf(coins)), available) > 0
}
