import {
  getAdminDashboardData,
  getBalanceHistory,
  getPlatformHistory,
  getUserDashboardData,
} from '../../../contract/dashboards.ts'
import type { Db } from '../../platform/db/client.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readAdminDashboard } from './admin-dashboard.ts'
import { readBalanceHistory } from './balance-history.ts'
import { readMemberDashboard } from './member-dashboard.ts'
import { readPlatformHistory } from './platform-history.ts'

export function dashboardRoutes({ db }: { db: Db }): Route[] {
  return [
    route(getUserDashboardData, ({ caller, query }) => readMemberDashboard(db, caller.userId, query.p_user_id)),
    route(getBalanceHistory, ({ caller, query }) => readBalanceHistory(db, caller.userId, query.range)),
    route(getPlatformHistory, ({ query }) => readPlatformHistory(db, query.range)),
    route(getAdminDashboardData, () => readAdminDashboard(db)),
  ]
}
