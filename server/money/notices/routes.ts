import * as contract from '../../../contract/notices.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { countNotices, listNotices, markNoticesRead } from './notices.ts'

export function noticeRoutes({ db, events }: { db: Db; events: Events }): Route[] {
  return [
    route(contract.listNotices, ({ caller, query }) => listNotices(db, caller.userId, query)),
    route(contract.countNotices, ({ caller }) => countNotices(db, caller.userId)),
    route(contract.markNoticesRead, ({ caller: { userId }, body: { number }, write }) =>
      markNoticesRead({ events, write }, userId, number),
    ),
  ]
}
