import type { InputOf, OutputOf } from '../../contract/operation.ts'
import {
  transactionTypeNames,
  type TransactionType,
  type exportTransactions as operation,
  type listTransactions as listOperation,
} from '../../contract/transactions.ts'
import { recordAudit, type AuditEvent } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import { allPages } from '../db/page.ts'
import { listTransactions } from './list-transactions.ts'
import { isIncoming } from './types.ts'

type Filter = InputOf<typeof operation>['query']
type Entry = OutputOf<typeof listOperation>['items'][number]
type Taker = Pick<AuditEvent, 'actorId' | 'ipAddress'>

const rowsPerPage = 500

/** Everybody's transactions as a table, with the filters and the order of the list. */
export function exportTransactions(db: Db, filter: Filter, taker: Taker) {
  return { name: 'et-transactions', columns, pages: readPages(db, filter, taker) }
}

async function* readPages(db: Db, filter: Filter, taker: Taker): AsyncGenerator<Entry[]> {
  // Before the first row leaves, as nobody can tell how much of a file has arrived.
  await recordAudit(db, { action: 'list_exported', ...taker, detail: { list: 'transactions', ...filter } })
  yield* allPages(async (cursor) => listTransactions(db, { ...filter, cursor, limit: rowsPerPage }))
}

const nameOf = (type: string) => transactionTypeNames[type as TransactionType] ?? type

const columns: { header: string; read: (entry: Entry) => string | null }[] = [
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
  { header: 'Transaction', read: (entry) => entry.id },
]
