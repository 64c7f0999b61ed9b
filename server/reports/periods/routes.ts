import * as contract from '../../../contract/reports.ts'
import type { Db } from '../../platform/db/client.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { exportReportDays, exportReportPackages } from './export-report.ts'
import { readReport } from './read-report.ts'

export function reportRoutes({ db }: { db: Db }): Route[] {
  return [
    route(contract.getReport, ({ query }) => readReport(db, query)),
    route(contract.exportReportDays, ({ query, caller: { userId: actorId }, ipAddress, reply }) =>
      sendCsv(reply, exportReportDays(db, query, { actorId, ipAddress })),
    ),
    route(contract.exportReportPackages, ({ query, caller: { userId: actorId }, ipAddress, reply }) =>
      sendCsv(reply, exportReportPackages(db, query, { actorId, ipAddress })),
    ),
  ]
}
