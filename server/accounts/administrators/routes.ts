import * as contract from '../../../contract/administrators.ts'
import type { Db } from '../../platform/db/client.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { changeDuty, type ChangeDutyDeps } from './change-duty.ts'
import { listAdministrators } from './list-administrators.ts'

export function administratorRoutes({ db, ...deps }: { db: Db } & Omit<ChangeDutyDeps, 'write'>): Route[] {
  return [
    route(contract.listAdministrators, ({ query }) => listAdministrators(db, query)),
    route(contract.changeDuty, ({ caller, ipAddress, params, body, write }) =>
      changeDuty({ ...deps, write }, { ...params, ...body, caller, ipAddress }),
    ),
  ]
}
