import * as contract from '../../../contract/audit.ts'
import type { Db } from '../../platform/db/client.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit, readAuditEvent } from './list-audit.ts'

export function auditRoutes({ db }: { db: Db }): Route[] {
  return [
    route(contract.listAuditEvents, ({ query }) => listAudit(db, query)),
    route(contract.getAuditEvent, ({ params }) => readAuditEvent(db, params.eventId)),
    route(contract.exportAuditEvents, ({ caller: { userId: actorId }, ipAddress, query, reply }) =>
      sendCsv(reply, exportAudit(db, query, { actorId, ipAddress })),
    ),
  ]
}
