import type { Request, RequestKind, RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
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

const kindNames: Record<RequestKind, string> = { buy: 'Buy', withdrawal: 'Withdrawal', transfer: 'Transfer' }
const statusNames: Record<RequestStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
}

type Of<Kind extends RequestKind> = Extract<Request, { kind: Kind }>
/** Stands for the USDT of a withdrawal from before that amount was recorded. An empty cell would read as none. */
const unknown = 'Unknown'
/** A cell that only some kinds of request have. */
const ifBuy = (read: (buy: Of<'buy'>) => string | null) => (request: Request) =>
  request.kind === 'buy' ? read(request) : null
const ifPaid = (read: (paid: Of<'buy' | 'withdrawal'>) => string | null) => (request: Request) =>
  request.kind === 'transfer' ? null : read(request)
const ifTransfer = (read: (transfer: Of<'transfer'>) => string | null) => (request: Request) =>
  request.kind === 'transfer' ? read(request) : null

export const requestColumns: { header: string; read: (request: Request) => string | null }[] = [
  { header: 'Date (UTC)', read: (request) => request.created_at },
  { header: 'Type', read: (request) => kindNames[request.kind] },
  { header: 'Status', read: (request) => statusNames[request.status] },
  { header: 'Amount (ET)', read: (request) => request.amount_coins },
  { header: 'Bonus (ET)', read: ifBuy((buy) => buy.bonus_coins) },
  { header: 'Amount (USD)', read: (request) => request.amount_usd },
  { header: 'Rate (USD per ET)', read: (request) => request.rate },
  { header: 'Amount (USDT)', read: ifPaid(({ usdt_amount: usdt }) => usdt ?? unknown) },
  { header: 'Rate (USD per USDT)', read: ifPaid(({ usdt_rate: rate }) => rate ?? unknown) },
  // Without this mark, a 1 in the column before would look like a rate.
  { header: 'Fallback rate', read: ifPaid((paid) => (paid.usdt_rate_is_fallback ? 'Yes' : '')) },
  { header: 'Package', read: ifBuy((buy) => buy.package_name) },
  { header: 'Transaction hash', read: ifBuy((buy) => buy.transaction_hash) },
  { header: 'Wallet address', read: (request) => (request.kind === 'withdrawal' ? request.wallet_address : null) },
  { header: 'Recipient', read: ifTransfer((transfer) => transfer.recipient_profile.full_name) },
  { header: 'Recipient member ID', read: ifTransfer((transfer) => transfer.recipient_member_id) },
  { header: 'Notes', read: (request) => request.admin_notes },
  { header: 'Decided (UTC)', read: (request) => request.decided_at },
  { header: 'Decided by', read: (request) => request.decided_by_name },
  { header: 'Number', read: (request) => request.number },
  { header: 'Request', read: (request) => request.id },
]
