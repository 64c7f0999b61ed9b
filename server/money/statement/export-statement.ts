import { transactionTypeNames } from '../../../contract/endpoints/transactions.ts'
import type { StatementLine } from '../../../contract/statement.ts'
import type { Db } from '../../platform/db/client.ts'
import { allPages } from '../../platform/db/page.ts'
import { listLines, type Period } from './statement.ts'

const rowsPerPage = 500

/** Returns a member's statement as a table, the newest line first. */
export function exportStatement(db: Db, userId: string, period: Period) {
  const pages = allPages(async (cursor) => listLines(db, userId, { ...period, cursor, limit: rowsPerPage }))
  return { name: 'et-statement', columns, pages }
}

const columns: { header: string; read: (line: StatementLine) => string | null }[] = [
  { header: 'Date (UTC)', read: ({ created_at }) => created_at },
  { header: 'Type', read: ({ type }) => transactionTypeNames[type] },
  { header: 'Coins (ET)', read: ({ coins }) => coins },
  { header: 'Balance (ET)', read: ({ balance_after }) => balance_after },
  { header: 'Rate (USD per ET)', read: ({ rate }) => rate },
  { header: 'Value (USD)', read: ({ value_usd }) => value_usd },
  { header: 'Name', read: ({ other }) => other?.full_name ?? null },
  { header: 'Member ID', read: ({ other }) => other?.member_id ?? null },
  { header: 'Reason', read: ({ reason }) => reason },
  { header: 'Number', read: ({ request }) => request?.number ?? null },
  { header: 'Transaction', read: ({ id }) => id },
]
