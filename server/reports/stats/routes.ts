import { getGlobalPlatformStats, getUserDashboardStats } from '../../../contract/stats.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { createStats, readOwnStats } from './stats.ts'

export function statsRoutes({ db, events }: { db: Db; events: Events }): Route[] {
  const stats = createStats(db, events)
  return [
    route(getGlobalPlatformStats, () => stats.readGlobal()),
    route(getUserDashboardStats, ({ caller, query }) => readOwnStats(db, caller.userId, query.p_user_id)),
  ]
}
