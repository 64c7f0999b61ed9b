import * as contract from '../../contract/all-requests.ts'
import type { Db } from '../db/client.ts'
import { sendCsv } from '../http/csv.ts'
import { route, type Route } from '../http/route.ts'
import { listAllRequests } from './all-requests.ts'
import { readAllRequestTotals } from './all-request-totals.ts'
import { exportAllRequests } from './export-all.ts'

export function allRequestRoutes({ db }: { db: Db }): Route[] {
  return [
    route(contract.listAllRequests, ({ query }) => listAllRequests(db, query)),
    route(contract.getAllRequestTotals, ({ query }) => readAllRequestTotals(db, query)),
    route(contract.exportAllRequests, ({ caller, ipAddress, query, reply }) =>
      sendCsv(reply, exportAllRequests(db, query, { actorId: caller.userId, ipAddress })),
    ),
  ]
}
