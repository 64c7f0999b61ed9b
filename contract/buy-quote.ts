import * as z from 'zod/mini'
import { decimal, id, moment } from './operation.ts'

/** The terms that a buy is asked for on, and what it costs and brings by them. */
export const buyQuote = z.object({
  /** Names these very terms; another price, rate, bonus or package name has another id. */
  quote_id: z.string(),
  amount_coins: decimal,
  /** Null for a top-up. */
  package_id: z.nullable(id),
  package_name: z.nullable(z.string()),
  bonus_coins: decimal,
  /** With the bonus. */
  received_coins: decimal,
  amount_usd: decimal,
  usdt_amount: decimal,
  /** USD per 1 USDT. */
  usdt_rate: decimal,
  usdt_rate_is_fallback: z.boolean(),
  usdt_rate_fetched_at: moment,
  /** USD per ET. */
  rate: decimal,
})
export type BuyQuote = z.infer<typeof buyQuote>
