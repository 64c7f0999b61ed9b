import * as z from 'zod/mini'
import { decimal, id, moment } from './operation.ts'

/** The terms of a buy, with the price and the coins that follow from them. */
export const buyQuote = z.object({
  /** The id of these very terms. A change of price, rate, bonus or package name changes it. */
  quote_id: z.string(),
  amount_coins: decimal,
  /** Null for a top-up. */
  package_id: z.nullable(id),
  package_name: z.nullable(z.string()),
  bonus_coins: decimal,
  /** The coins that the member receives, with the bonus. */
  received_coins: decimal,
  amount_usd: decimal,
  /** The USDT to pay, with the tail. */
  usdt_amount: decimal,
  /** The last digits of the amount, which no other open payment has; null while the settings want none. */
  usdt_tail: z.nullable(decimal),
  /** USD per 1 USDT. */
  usdt_rate: decimal,
  usdt_rate_is_fallback: z.boolean(),
  usdt_rate_fetched_at: moment,
  /** USD per ET. */
  rate: decimal,
})
export type BuyQuote = z.infer<typeof buyQuote>

/** The reasons for which a buy has no terms, and so is not made either. */
export const quoteRefusals = [
  'buy_amount_not_valid',
  'buy_amount_not_multiple',
  'package_required',
  'package_not_found',
  'package_not_buyable',
  'package_amount_mismatch',
  'amount_worth_nothing',
  'amount_over_limit',
  'amount_too_large',
  'amounts_taken',
  'buying_closed',
  'exchange_rate_missing',
] as const
