import { errors } from '../../../contract/errors.ts'
import { maxRequestCoins } from '../../../contract/money.ts'
import { isWholeStep } from '../../../contract/requests.ts'
import { readTypedNumber } from '../../../contract/typed-number.ts'

export type ReadAmount = { coins: number } | { error: string }

/** A typed amount as whole coins, or the sentence that says what is wrong with it. Separators of thousands may be typed. */
export function readBuyAmount(text: string): ReadAmount {
  const typed = readTypedNumber(text) ?? ''
  const coins = /^\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN
  if (!(coins >= 1000) || coins > maxRequestCoins) return { error: errors.buy_amount_not_valid.message }
  if (!isWholeStep(coins)) return { error: errors.buy_amount_not_multiple.message }
  return { coins }
}
