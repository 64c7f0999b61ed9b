import type { TransactionSort } from '../../../contract/transactions.ts'
import type { TransactionsFilter } from '../../lib/admin-queries.ts'

export type Order = 'asc' | 'desc'

interface LedgerColumn {
  sort: TransactionSort
  name: string
  isNumeric: boolean
}

/** The columns of the ledger, each of which it can be sorted by. */
export const ledgerColumns: readonly LedgerColumn[] = [
  { sort: 'date', name: 'Date', isNumeric: false },
  { sort: 'user', name: 'User', isNumeric: false },
  { sort: 'type', name: 'Type', isNumeric: false },
  { sort: 'coins_in', name: 'Coins In', isNumeric: true },
  { sort: 'coins_out', name: 'Coins Out', isNumeric: true },
  { sort: 'rate', name: 'Rate', isNumeric: true },
  { sort: 'value', name: 'Value (USD)', isNumeric: true },
  { sort: 'balance', name: 'Balance', isNumeric: true },
]

export interface LedgerSort {
  sort: TransactionSort
  order: Order
}

/** The same for the address and for the server, whose own order without a word is the newest first. */
export function ledgerSortOf({
  sort = 'date',
  order = 'desc',
}: Pick<TransactionsFilter, 'sort' | 'order'>): LedgerSort {
  return { sort, order }
}

/** A second click on the same column turns it round; another column starts with what is looked for most. */
export function nextLedgerSort(now: LedgerSort, column: TransactionSort): LedgerSort {
  if (column === now.sort) return { sort: column, order: now.order === 'asc' ? 'desc' : 'asc' }
  return { sort: column, order: firstOrderOf(column) }
}

/** For the address, where the usual order needs no word. */
export function toSortSearch({ sort, order }: LedgerSort): Pick<TransactionsFilter, 'sort' | 'order'> {
  return sort === 'date' && order === 'desc' ? { sort: undefined, order: undefined } : { sort, order }
}

/** "newest first", "largest first", "A to Z" */
export function orderWords(sort: TransactionSort, order: Order): string {
  const isAscending = order === 'asc'
  if (sort === 'date') return isAscending ? 'oldest first' : 'newest first'
  if (sort === 'user' || sort === 'type') return isAscending ? 'A to Z' : 'Z to A'
  return isAscending ? 'smallest first' : 'largest first'
}

/** "newest first", "by rate, largest first" */
export function ledgerSortWords({ sort, order }: LedgerSort): string {
  const name = ledgerColumns
    .find((column) => column.sort === sort)
    ?.name.toLowerCase()
    .replace('usd', 'USD')
  return sort === 'date' ? orderWords(sort, order) : `by ${name}, ${orderWords(sort, order)}`
}

function firstOrderOf(column: TransactionSort): Order {
  return column === 'user' || column === 'type' ? 'asc' : 'desc'
}
