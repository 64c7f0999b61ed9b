import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import { transactionTypeNames } from '../../../contract/endpoints/transactions.ts'
import type { TransactionType } from '../../../contract/endpoints/transactions.ts'
import type {
  exportTransactions as operation,
  listTransactions as listOperation,
} from '../../../contract/transactions.ts'
import { recordActionWithoutChange, type AuditEvent } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
import { listTransactions } from './list-transactions.ts'
import { isIncoming } from './types.ts'

type Filter = InputOf<typeof operation>['query']
type Entry = OutputOf<typeof listOperation>['items'][number]
interface Origin {
  /** Null for a correction, which has no request. */
  request_id: string | null
  number: string | null
  transaction_hash: string | null
  /** The USDT paid for a purchase or a withdrawal; null for other transactions of the same request, such as a bonus. */
  usdt_amount: string | null
}
type Row = Entry & Origin
type Exporter = Pick<AuditEvent, 'actorId' | 'ipAddress'>

const rowsPerPage = 500

/** Returns all members' transactions as a table, with the filters and the order of the list. */
export function exportTransactions(db: Db, filter: Filter, exporter: Exporter) {
  return { name: 'et-transactions', columns, pages: readPages(db, filter, exporter) }
}

async function* readPages(db: Db, filter: Filter, exporter: Exporter): AsyncGenerator<Row[]> {
  // The export is recorded before the first row leaves, as the server cannot know how much of a file has arrived.
  await recordActionWithoutChange(db, {
    action: 'list_exported',
    ...exporter,
    detail: { list: 'transactions', ...filter },
  })
  yield* allPages(async (cursor) => {
    const { items, next_cursor } = await listTransactions(db, { ...filter, cursor, limit: rowsPerPage })
    return { items: await withOrigins(db, items), next_cursor }
  })
}

/** Adds the request to each transaction that comes from one. Only the export reads it, as no list shows it. */
async function withOrigins(db: Db, entries: Entry[]): Promise<Row[]> {
  const { rows } = await sql<Origin & { id: string; kind: RequestKind | null }>`
    select l.id, m.request_id, r.kind, r.number, case l.type when 'BUY' then r.transaction_hash end as transaction_hash,
           case when l.type in ('BUY', 'WITHDRAWAL') then r.usdt_amount end as usdt_amount
      from ledger.lines l
      join ledger.movements m on m.user_id = l.movement_user_id and m.id = l.movement_id
      left join ledger.requests r on r.user_id = m.user_id and r.id = m.request_id
     where l.id = any(${entries.map(({ id }) => id)}::uuid[]) and l.type is not null`.execute(db)
  const origins = new Map(
    rows.map(({ id, kind, number, ...origin }) => [
      id,
      { ...origin, number: kind && number && requestNumber(kind, number) },
    ]),
  )
  return entries.map((entry) => ({ ...entry, ...(origins.get(entry.id) ?? noOrigin) }))
}
const noOrigin: Origin = { request_id: null, number: null, transaction_hash: null, usdt_amount: null }

const nameOf = (type: string) => transactionTypeNames[type as TransactionType] ?? type

const columns: { header: string; read: (entry: Row) => string | null }[] = [
  { header: 'Date (UTC)', read: (entry) => entry.created_at },
  { header: 'Name', read: (entry) => entry.full_name },
  { header: 'Email', read: (entry) => entry.email },
  { header: 'Member ID', read: (entry) => entry.member_id },
  { header: 'Type', read: (entry) => nameOf(entry.type) },
  { header: 'Coins in (ET)', read: (entry) => (isIncoming(entry.type) ? entry.amount : null) },
  { header: 'Coins out (ET)', read: (entry) => (isIncoming(entry.type) ? null : entry.amount) },
  { header: 'Rate (USD per ET)', read: (entry) => entry.rate },
  { header: 'Value (USD)', read: (entry) => entry.total_usd_value },
  { header: 'Balance (ET)', read: (entry) => entry.balance_after },
  {
    header: 'Amount (USDT)',
    // Old withdrawals have no USDT on record. An empty cell would read as none.
    read: ({ type, usdt_amount: usdt }) => (type === 'WITHDRAWAL' ? (usdt ?? 'Unknown') : usdt),
  },
  { header: 'Transaction hash', read: (entry) => entry.transaction_hash },
  { header: 'Number', read: (entry) => entry.number },
  { header: 'Request', read: (entry) => entry.request_id },
  { header: 'Transaction', read: (entry) => entry.id },
]
