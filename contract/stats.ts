import * as z from 'zod/mini'
import { decimal, defineOperation } from './operation.ts'
import { anyone, memberOnly } from './roles.ts'
import { id } from './operation.ts'

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
})
export type UserDashboardStats = z.infer<typeof userDashboardStats>

/** The query may name the caller alone. The id of another person is refused with not_found. */
export const ownUserQuery = z.strictObject({ p_user_id: z.optional(id) })

export const getGlobalPlatformStats = defineOperation({
  id: 'get_global_platform_stats',
  summary: 'Rate, circulation and totals of the platform.',
  method: 'GET',
  path: '/api/rpc/get_global_platform_stats',
  access: anyone,
  output: globalPlatformStats,
})

export const getUserDashboardStats = defineOperation({
  id: 'get_user_dashboard_stats',
  summary: 'Balance, investment and profit of the calling member.',
  method: 'GET',
  path: '/api/rpc/get_user_dashboard_stats',
  access: memberOnly,
  query: ownUserQuery,
  output: userDashboardStats,
  errors: ['not_found'],
})
