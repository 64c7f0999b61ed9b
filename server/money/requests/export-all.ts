import type { exportAllRequests as operation } from '../../../contract/admin-request-list.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { Request } from '../../../contract/requests.ts'
import { recordActionWithoutChange, type AuditEvent } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
import { listAllRequests } from './admin-request-list.ts'
import { requestColumns } from './export.ts'
import { kindFactsOf } from './kinds/kinds.ts'

type Filter = InputOf<typeof operation>['query']
type Exporter = Pick<AuditEvent, 'actorId' | 'ipAddress'>

const rowsPerPage = 500

/** Returns all members' requests as a table, with the filters and the order of the list. */
export function exportAllRequests(db: Db, filter: Filter, exporter: Exporter) {
  return { name: 'et-all-requests', columns, pages: readPages(db, filter, exporter) }
}

async function* readPages(db: Db, filter: Filter, exporter: Exporter): AsyncGenerator<Request[]> {
  // The export is recorded before the first row leaves, as the server cannot know how much of a file has arrived.
  await recordActionWithoutChange(db, { action: 'list_exported', ...exporter, detail: { list: 'requests', ...filter } })
  yield* allPages(async (cursor) => listAllRequests(db, { ...filter, cursor, limit: rowsPerPage }))
}

const ownerOf = (request: Request) => kindFactsOf(request).ownerOf(request)

const [date, ...others] = requestColumns
const columns: typeof requestColumns = [
  ...(date ? [date] : []),
  { header: 'Name', read: (request) => ownerOf(request).full_name },
  { header: 'Email', read: (request) => ownerOf(request).email },
  { header: 'Member ID', read: (request) => ownerOf(request).member_id },
  ...others,
]
