import type { ErrorCode } from '../../../contract/errors.ts'
import { add, coinStep } from '../../../contract/money.ts'
import type { BuyQuote } from '../../../contract/buy-quote.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { callWithRetry } from '../../platform/db/transaction.ts'
import { readBuyTerms } from '../ledger/ledger.ts'
import type { ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { hasFallbackAddress, type Installation } from '../settings/settings.ts'

interface QuoteDeps {
  db: Db
  exchangeRates: ExchangeRates
  installation: Installation
}

interface QuoteInput {
  userId: string
  /** The token of the member's session. */
  token: string
  coins: number
  packageId?: string | undefined
}

/**
 * Returns the price of a buy and its coins now. The server keeps no quote: a request names the quote, and the ledger
 * compares. The ledger keeps the amount alone, where the settings want payments that differ.
 */
export async function quoteBuy(deps: QuoteDeps, { userId, token, coins, packageId }: QuoteInput): Promise<BuyQuote> {
  checkBuyAmount(coins)
  const { usdtRate, isFallback, fetchedAt } = await deps.exchangeRates.read()
  const terms = await callWithRetry(() =>
    readBuyTerms(deps.db, {
      userId,
      token,
      coins,
      packageId,
      usdtRate,
      usdtRateIsFallback: isFallback,
      hasFallbackAddress: hasFallbackAddress(deps.installation),
    }),
  )
  return {
    ...terms,
    amount_coins: String(coins),
    received_coins: add(String(coins), terms.bonus_coins),
    usdt_rate: usdtRate,
    usdt_rate_is_fallback: isFallback,
    usdt_rate_fetched_at: fetchedAt.toISOString(),
  }
}

/** Refuses an amount that no package and no top-up can have. */
export function checkBuyAmount(coins: number): void {
  if (coins < coinStep) refuseAmount('buy_amount_not_valid')
  if (coins % coinStep !== 0) refuseAmount('buy_amount_not_multiple')
}

function refuseAmount(code: ErrorCode): never {
  throw new Refusal(code, { field: 'amount_coins' })
}
