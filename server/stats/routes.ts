import { getGlobalPlatformStats, getUserDashboardStats } from '../../contract/stats.ts'
import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import { route, type Route } from '../http/route.ts'
import { createStats, readOwnStats } from './stats.ts'

export function statsRoutes({ db, events }: { db: Db; events: Events }): Route[] {
  const stats = createStats(db, events)
  return [
    route(getGlobalPlatformStats, () => stats.readGlobal()),
    route(getUserDashboardStats, ({ caller, query }) => readOwnStats(db, caller.userId, query.p_user_id)),
  ]
}
