import { getGlobalPlatformStats, getUserDashboardStats } from '../../contract/stats.ts'
import type { Db } from '../db/client.ts'
import { route, type Route } from '../http/route.ts'
import { createStats, readOwnStats } from './stats.ts'

export function statsRoutes({ db }: { db: Db }): Route[] {
  const stats = createStats(db)
  return [
    route(getGlobalPlatformStats, () => stats.readGlobal()),
    route(getUserDashboardStats, ({ caller, query }) => readOwnStats(db, caller.userId, query.p_user_id)),
  ]
}
