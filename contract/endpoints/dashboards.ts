import type { Endpoint } from '../endpoint.ts'
import { adminOnly, everyDuty, memberOnly } from '../roles.ts'

/** The ranges that a member can look back over a balance. */
export const balanceRanges = ['30d', '90d', '365d'] as const

export const getUserDashboardData = {
  id: 'get_user_dashboard_data',
  method: 'GET',
  path: '/api/rpc/get_user_dashboard_data',
  access: memberOnly,
} as const satisfies Endpoint

export const getBalanceHistory = {
  id: 'get_balance_history',
  method: 'GET',
  path: '/api/balance-history',
  access: memberOnly,
} as const satisfies Endpoint

export const getPlatformHistory = {
  id: 'get_platform_history',
  method: 'GET',
  path: '/api/platform-history',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getAdminDashboardData = {
  id: 'get_admin_dashboard_data',
  method: 'GET',
  path: '/api/rpc/get_admin_dashboard_data',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint
