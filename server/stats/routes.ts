import { getGlobalPlatformStats, getUserDashboardStats } from '../../contract/stats.ts'
import type { Db } from '../db/client.ts'
import { route, type Route } from '../http/route.ts'
import { checkOwn, createStats, readUserStats } from './stats.ts'

export function statsRoutes({ db }: { db: Db }): Route[] {
  const stats = createStats(db)
  return [
    route(getGlobalPlatformStats, () => stats.readGlobal()),
    route(getUserDashboardStats, async ({ caller, query }) => {
      checkOwn(caller.userId, query.p_user_id)
      return readUserStats(db, caller.userId)
    }),
  ]
}
