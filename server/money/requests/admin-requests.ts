import type {
  exportAllRequests as exportOperation,
  getAllRequestTotals,
  listAllRequests as listOperation,
} from '../../../contract/admin-request-list.ts'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { AuditEvent } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { readAllRequestTotals } from './all-request-totals.ts'
import { listAllRequests } from './admin-request-list.ts'
import { exportAllRequests } from './export-all.ts'
import type { Filter } from './request-criteria.ts'

export interface AdminRequests {
  list(query: InputOf<typeof listOperation>['query']): Promise<OutputOf<typeof listOperation>>
  readTotals(filter: Filter): Promise<OutputOf<typeof getAllRequestTotals>>
  export(
    query: InputOf<typeof exportOperation>['query'],
    exporter: Pick<AuditEvent, 'actorId' | 'ipAddress'>,
  ): ReturnType<typeof exportAllRequests>
}

/** All members' requests. The server's clock rolls settled commands up, so that little is left to add. */
export function createAdminRequests(db: Db): AdminRequests {
  return {
    list: (query) => listAllRequests(db, query),
    readTotals: (filter) => readAllRequestTotals(db, filter),
    export: (query, exporter) => exportAllRequests(db, query, exporter),
  }
}
