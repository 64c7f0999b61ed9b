import type { Endpoint } from '../endpoint.ts'
import { anyone, everyDuty, memberOnly } from '../roles.ts'

export const getGlobalPlatformStats = {
  id: 'get_global_platform_stats',
  method: 'GET',
  path: '/api/rpc/get_global_platform_stats',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const getUserDashboardStats = {
  id: 'get_user_dashboard_stats',
  method: 'GET',
  path: '/api/rpc/get_user_dashboard_stats',
  access: memberOnly,
} as const satisfies Endpoint
