import * as contract from '../../contract/users.ts'
import { sendCsv } from '../http/csv.ts'
import { route, type Route } from '../http/route.ts'
import { exportUsers } from './export-users.ts'
import { listUsers } from './list-users.ts'
import { changeStatus, signOutUser, type StatusDeps } from './status.ts'
import { listLoginHistory, listUserSessions, readUser } from './users.ts'

export function userRoutes(deps: StatusDeps): Route[] {
  return [
    route(contract.listUsers, ({ query }) => listUsers(deps.db, query)),
    route(contract.exportUsers, ({ caller, ipAddress, query, reply }) =>
      sendCsv(reply, exportUsers(deps.db, query, { actorId: caller.userId, ipAddress })),
    ),
    route(contract.getUser, ({ params }) => readUser(deps.db, params.userId)),
    route(contract.listLoginHistory, ({ params, query }) => listLoginHistory(deps.db, params.userId, query)),
    route(contract.listUserSessions, ({ params }) => listUserSessions(deps.db, params.userId)),
    route(contract.changeUserStatus, ({ caller, ipAddress, params, body }) =>
      changeStatus(deps, { ...params, ...body, actorId: caller.userId, ipAddress }),
    ),
    route(contract.signOutUser, ({ caller, ipAddress, params, body }) =>
      signOutUser(deps, { ...params, ...body, actorId: caller.userId, ipAddress }),
    ),
  ]
}
