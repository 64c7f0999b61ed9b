import { add, divide, maxRequestCoins, multiply, type Decimal } from '../../../contract/money.ts'
import type { MembershipPackage } from '../../../contract/packages.ts'
import { isWholeStep } from '../../../contract/requests.ts'
import { errors } from '../../../contract/errors.ts'

export interface BuyPrices {
  /** USD per coin of an amount that is no package. */
  topupCoinPrice: Decimal
  /** USD per 1 USDT. */
  usdtRate: Decimal
}

export interface BuyQuote {
  /** The package that is bought, or null for a top-up. */
  boughtPackage: MembershipPackage | null
  coins: Decimal
  bonusCoins: Decimal
  receivedCoins: Decimal
  usd: Decimal
  usdt: Decimal
}

/**
 * What an amount costs and brings, by the rules that the server applies when the request arrives: the chosen package's own amount
 * has the package's price and bonus, any other amount is a top-up.
 */
export function quoteBuy(coins: number, chosen: MembershipPackage | null, prices: BuyPrices): BuyQuote {
  const amount = String(coins)
  const boughtPackage = chosen?.min_coin_purchase === amount ? chosen : null
  const bonusCoins = boughtPackage?.bonus_coins ?? '0'
  const usd = boughtPackage?.total_price ?? multiply(amount, prices.topupCoinPrice, 2)
  return {
    boughtPackage,
    coins: amount,
    bonusCoins,
    receivedCoins: add(amount, bonusCoins),
    usd,
    usdt: divide(usd, prices.usdtRate, 4),
  }
}

export type ReadAmount = { coins: number } | { error: string }

/** A typed amount as whole coins, or the sentence that says what is wrong with it. Separators of thousands may be typed. */
export function readBuyAmount(text: string): ReadAmount {
  const digits = text.replaceAll(/[\s,\u202f]/g, '')
  const coins = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN
  if (!(coins >= 1000) || coins > maxRequestCoins) return { error: errors.buy_amount_not_valid.message }
  if (!isWholeStep(coins)) return { error: errors.buy_amount_not_multiple.message }
  return { coins }
}
