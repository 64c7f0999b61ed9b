import * as contract from '../../../contract/users.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { exportUsers } from './export-users.ts'
import { listUsers } from './list-users.ts'
import { changeStatus, signOutUser } from './status.ts'
import { listLoginHistory, listUserSessions, readUser } from './users.ts'

export function userRoutes({ db, events }: { db: Db; events: Events }): Route[] {
  return [
    route(contract.listUsers, ({ query }) => listUsers(db, query)),
    route(contract.exportUsers, ({ caller, ipAddress, query, reply }) =>
      sendCsv(reply, exportUsers(db, query, { actorId: caller.userId, ipAddress })),
    ),
    route(contract.getUser, ({ params }) => readUser(db, params.userId)),
    route(contract.listLoginHistory, ({ params, query }) => listLoginHistory(db, params.userId, query)),
    route(contract.listUserSessions, ({ params }) => listUserSessions(db, params.userId)),
    route(contract.changeUserStatus, ({ caller, ipAddress, params, body, write }) =>
      changeStatus({ events, write }, { ...params, ...body, caller, ipAddress }),
    ),
    route(contract.signOutUser, ({ caller, ipAddress, params, body, write }) =>
      signOutUser({ events, write }, { ...params, ...body, caller, ipAddress }),
    ),
  ]
}
