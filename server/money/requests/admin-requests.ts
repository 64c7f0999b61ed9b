import type {
  exportAllRequests as exportOperation,
  getAllRequestTotals,
  listAllRequests as listOperation,
} from '../../../contract/admin-request-list.ts'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { AuditEvent } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { createRollUps } from '../ledger/roll-ups.ts'
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

/**
 * All members' requests. Each read first rolls settled commands up, at most every 5 seconds, so that little is left to
 * add.
 */
export function createAdminRequests(db: Db): AdminRequests {
  const rollUpNowAndThen = createRollUps(db)
  return {
    async list(query) {
      await rollUpNowAndThen()
      return listAllRequests(db, query)
    },
    async readTotals(filter) {
      await rollUpNowAndThen()
      return readAllRequestTotals(db, filter)
    },
    export: (query, exporter) => exportAllRequests(db, query, exporter),
  }
}
