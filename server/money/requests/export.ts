import type { Request, RequestKind, RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
import type { KindCells } from './kinds/kind-facts.ts'
import { kindFactsOf } from './kinds/kinds.ts'
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
}

/** A cell that only some kinds have. */
const cell = (name: keyof KindCells) => (request: Request) => kindFactsOf(request).cells(request)[name] ?? null

export const requestColumns: { header: string; read: (request: Request) => string | null }[] = [
  { header: 'Date (UTC)', read: (request) => request.created_at },
  { header: 'Type', read: (request) => kindFactsOf(request).exportName },
  { header: 'Status', read: (request) => statusNames[request.status] },
  { header: 'Amount (ET)', read: (request) => request.amount_coins },
  { header: 'Bonus (ET)', read: cell('bonus') },
  { header: 'Amount (USD)', read: (request) => request.amount_usd },
  { header: 'Rate (USD per ET)', read: (request) => request.rate },
  { header: 'Amount (USDT)', read: cell('usdtAmount') },
  { header: 'Rate (USD per USDT)', read: cell('usdtRate') },
  // Without this mark, a 1 in the column before would look like a rate.
  { header: 'Fallback rate', read: cell('fallbackRate') },
  { header: 'Package', read: cell('package') },
  { header: 'Transaction hash', read: cell('transactionHash') },
  { header: 'Wallet address', read: cell('walletAddress') },
  { header: 'Recipient', read: cell('recipient') },
  { header: 'Recipient member ID', read: cell('recipientMemberId') },
  { header: 'Notes', read: (request) => request.admin_notes },
  { header: 'Decided (UTC)', read: (request) => request.decided_at },
  { header: 'Decided by', read: (request) => request.decided_by_name },
  { header: 'Number', read: (request) => request.number },
  { header: 'Request', read: (request) => request.id },
]
