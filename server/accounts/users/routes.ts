import * as contract from '../../../contract/users.ts'
import type { Db } from '../../platform/db/client.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { exportUsers } from './export-users.ts'
import { listUsers } from './list-users.ts'
import { changeStatus, signOutUser, type StatusDeps } from './status.ts'
import { listLoginHistory, listUserSessions, readUser } from './users.ts'

export function userRoutes({ db, ...deps }: { db: Db } & Omit<StatusDeps, 'write'>): Route[] {
  return [
    route(contract.listUsers, ({ query }) => listUsers(db, query)),
    route(contract.exportUsers, ({ caller, ipAddress, query, reply }) =>
      sendCsv(reply, exportUsers(db, query, { actorId: caller.userId, ipAddress })),
    ),
    route(contract.getUser, ({ params }) => readUser(db, params.userId)),
    route(contract.listLoginHistory, ({ params, query }) => listLoginHistory(db, params.userId, query)),
    route(contract.listUserSessions, ({ params }) => listUserSessions(db, params.userId)),
    route(contract.changeUserStatus, ({ caller, ipAddress, params, body, write, requireProof }) =>
      changeStatus({ ...deps, db, write }, { ...params, ...body, caller, ipAddress }, requireProof),
    ),
    route(contract.signOutUser, ({ caller, ipAddress, params, body, write, requireProof }) =>
      signOutUser({ ...deps, db, write }, { ...params, ...body, caller, ipAddress }, requireProof),
    ),
  ]
}
