import { getUserDashboardStats } from '../../../contract/endpoints/stats.ts'
import { queryOf } from '../../lib/query-of.ts'

// The settings hold the rate, which determines the value of a balance.
export const userStatsQuery = queryOf(getUserDashboardStats, ['wallet', 'requests', 'settings'], { query: {} })
