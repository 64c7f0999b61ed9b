import * as z from 'zod/mini'
import * as endpoints from './endpoints/stats.ts'
import { decimal, defineOperation, id, moment } from './operation.ts'

export const globalPlatformStats = z.object({
  /** USD per ET. */
  et_rate: decimal,
  /** Coins in circulation: coins issued less coins redeemed. */
  balance_coins: decimal,
  /** Coins in circulation less locked coins. */
  total_available_coins: decimal,
  /** Coins ever issued. */
  total_supply_coins: decimal,
  /** USD of approved buys. Screens call it "total invested". */
  total_supply_usd: decimal,
  average_purchase_price: decimal,
  total_withdrawals_coins: decimal,
  total_transfers_coins: decimal,
})
export type GlobalPlatformStats = z.infer<typeof globalPlatformStats>

export const userDashboardStats = z.object({
  balance_coins: decimal,
  locked_coins: decimal,
  available_coins: decimal,
  profit_loss: decimal,
  investment_usd: decimal,
  balance_usd_value: decimal,
  /** Coins that a reversal has left owing. The next credits repay them. */
  debt_coins: decimal,
  /** Available bonus and reward coins that can be neither withdrawn nor sent yet. */
  maturing_coins: decimal,
  /** The next of these coins that can be used, and from when on; null if none are waiting. */
  next_maturing: z.nullable(z.object({ coins: decimal, at: moment })),
})
export type UserDashboardStats = z.infer<typeof userDashboardStats>

/** The query may name the caller alone. The id of another person is refused with not_found. */
export const ownUserQuery = z.strictObject({ p_user_id: z.optional(id) })

export const getGlobalPlatformStats = defineOperation(endpoints.getGlobalPlatformStats, {
  summary: 'Rate, circulation and totals of the platform.',
  output: globalPlatformStats,
})

export const getUserDashboardStats = defineOperation(endpoints.getUserDashboardStats, {
  summary: 'Balance, investment and profit of the calling member.',
  query: ownUserQuery,
  output: userDashboardStats,
  errors: ['not_found'],
})
