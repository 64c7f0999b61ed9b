import * as contract from '../../contract/users.ts'
import { route, type Route } from '../http/route.ts'
import { listUsers } from './list-users.ts'
import { changeStatus, signOutUser, type StatusDeps } from './status.ts'
import { listLoginHistory, readUser } from './users.ts'

export function userRoutes(deps: StatusDeps): Route[] {
  return [
    route(contract.listUsers, ({ query }) => listUsers(deps.db, query)),
    route(contract.getUser, ({ params }) => readUser(deps.db, params.userId)),
    route(contract.listLoginHistory, ({ params, query }) => listLoginHistory(deps.db, params.userId, query)),
    route(contract.changeUserStatus, ({ caller, ipAddress, params, body }) =>
      changeStatus(deps, { ...params, ...body, actorId: caller.userId, ipAddress }),
    ),
    route(contract.signOutUser, ({ caller, ipAddress, params, body }) =>
      signOutUser(deps, { ...params, ...body, actorId: caller.userId, ipAddress }),
    ),
  ]
}
