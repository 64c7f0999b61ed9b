import type { Request, RequestKind, RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
import { kindFactsOf, kinds } from './kinds/kinds.ts'
import { listActivity } from './lists.ts'

interface ExportFilter {
  kind?: RequestKind | undefined
  status?: RequestStatus | undefined
}

const rowsPerPage = 500

/** Returns a member's own requests as a table, newest first, with the filters of the list. */
export function exportRequests(db: Db, userId: string, filter: ExportFilter) {
  return { name: 'et-requests', columns: requestColumns, pages: readPages(db, userId, filter) }
}

async function* readPages(db: Db, userId: string, filter: ExportFilter): AsyncGenerator<Request[]> {
  yield* allPages(async (cursor) => listActivity(db, userId, { ...filter, cursor, limit: rowsPerPage }))
}

const statusNames: Record<RequestStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

interface Column {
  header: string
  read: (request: Request) => string | null
}

/** The columns that only some kinds fill. Kinds with the same header share its column. */
const kindColumns: Column[] = [...new Set(Object.values(kinds).flatMap((kind) => Object.keys(kind.exportColumns)))].map(
  (header) => ({ header, read: (request) => kindFactsOf(request).exportColumns[header]?.(request) ?? null }),
)

export const requestColumns: Column[] = [
  { header: 'Date (UTC)', read: (request) => request.created_at },
  { header: 'Type', read: (request) => kindFactsOf(request).exportName },
  { header: 'Status', read: (request) => statusNames[request.status] },
  { header: 'Amount (ET)', read: (request) => request.amount_coins },
  { header: 'Bonus (ET)', read: (request) => kindFactsOf(request).bonusOf(request) },
  { header: 'Amount (USD)', read: (request) => request.amount_usd },
  { header: 'Rate (USD per ET)', read: (request) => request.rate },
  ...kindColumns,
  { header: 'Notes', read: (request) => request.admin_notes },
  { header: 'Decided (UTC)', read: (request) => request.decided_at },
  { header: 'Decided by', read: (request) => request.decided_by_name },
  { header: 'Reversed (UTC)', read: (request) => request.reversal?.at ?? null },
  { header: 'Reason of the reversal', read: (request) => request.reversal?.reason ?? null },
  { header: 'Number', read: (request) => request.number },
  { header: 'Request', read: (request) => request.id },
]
