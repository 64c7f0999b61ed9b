import { errors } from '../../../../contract/errors.ts'
import { coinStep, isMultipleOfCoinStep } from '../../../../contract/money.ts'
import { isWhole, readCoins, typedCoinsFault } from '../../../lib/typed-coins.ts'

export type ReadAmount = { coins: number } | { error: string }

/** Reads a typed amount as whole coins, or returns the sentence that says what is wrong with it. */
export function readBuyAmount(text: string): ReadAmount {
  const notValid = errors.buy_amount_not_valid.message
  const unread = typedCoinsFault(text, notValid)
  if (unread) return { error: unread }
  const typed = readCoins(text) ?? ''
  const coins = Number(typed)
  if (coins < coinStep) return { error: notValid }
  if (!isWhole(typed) || !isMultipleOfCoinStep(coins)) return { error: errors.buy_amount_not_multiple.message }
  return { coins }
}
