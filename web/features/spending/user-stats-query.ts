import { getUserDashboardStats } from '../../../contract/endpoints/stats.ts'
import { read } from '../../lib/query-of.ts'

// The settings hold the rate, which determines the value of a balance.
export const userStatsQuery = read(getUserDashboardStats, ['wallet', 'requests', 'settings'], { query: {} })
