import type { SortOrder } from '../../../contract/list-criteria.ts'
import { transactionSorts } from '../../../contract/endpoints/transactions.ts'
import type { TransactionSort } from '../../../contract/transactions.ts'
import { t, tc } from '../../../contract/translate.ts'
import type { TransactionsFilter } from './ledger-queries.ts'

interface LedgerColumn {
  sort: TransactionSort
  name: string
  isNumeric: boolean
}

const columns: Record<TransactionSort, Omit<LedgerColumn, 'sort'>> = {
  date: { name: t('Date'), isNumeric: false },
  user: { name: t('User'), isNumeric: false },
  type: { name: t('Type'), isNumeric: false },
  coins_in: { name: t('Coins In'), isNumeric: true },
  coins_out: { name: t('Coins Out'), isNumeric: true },
  rate: { name: t('Rate'), isNumeric: true },
  value: { name: t('Value (USD)'), isNumeric: true },
  balance: { name: t('Balance'), isNumeric: true },
}

/** The columns of the ledger. The list can be sorted by each of them. */
export const ledgerColumns: readonly LedgerColumn[] = transactionSorts.map((sort) => ({ sort, ...columns[sort] }))

export interface LedgerSort {
  sort: TransactionSort
  order: SortOrder
}

/** Returns the order of a filter. Without an order, both the page and the server put the newest first. */
export function ledgerSortOf({
  sort = 'date',
  order = 'desc',
}: Pick<TransactionsFilter, 'sort' | 'order'>): LedgerSort {
  return { sort, order }
}

/**
 * Returns the order after a click on a column. A second click on the same column reverses it. Another column starts
 * with its most useful order.
 */
export function nextLedgerSort(now: LedgerSort, column: TransactionSort): LedgerSort {
  if (column === now.sort) return { sort: column, order: now.order === 'asc' ? 'desc' : 'asc' }
  return { sort: column, order: firstOrderOf(column) }
}

/** Returns the order for the address, where the default order is left out. */
export function toSortSearch({ sort, order }: LedgerSort): Pick<TransactionsFilter, 'sort' | 'order'> {
  return sort === 'date' && order === 'desc' ? { sort: undefined, order: undefined } : { sort, order }
}

/** Names an order: "newest first", "largest first", "A to Z". */
export function orderText(sort: TransactionSort, order: SortOrder): string {
  const isAscending = order === 'asc'
  if (sort === 'date') return isAscending ? t('oldest first') : t('newest first')
  if (sort === 'user' || sort === 'type') return isAscending ? t('A to Z') : t('Z to A')
  return isAscending ? t('smallest first') : t('largest first')
}

/** Names an order with its column: "newest first", "by rate, largest first". */
export function ledgerSortText({ sort, order }: LedgerSort): string {
  if (sort === 'date') return orderText(sort, order)
  return t('by {column}, {order}', { column: columnTexts[sort], order: orderText(sort, order) })
}

/** The names of the columns in the middle of a sentence. */
const columnTexts: Record<Exclude<TransactionSort, 'date'>, string> = {
  user: tc('sorted by', 'user'),
  type: tc('sorted by', 'type'),
  coins_in: tc('sorted by', 'coins in'),
  coins_out: tc('sorted by', 'coins out'),
  rate: tc('sorted by', 'rate'),
  value: tc('sorted by', 'value (USD)'),
  balance: tc('sorted by', 'balance'),
}

function firstOrderOf(column: TransactionSort): SortOrder {
  return column === 'user' || column === 'type' ? 'asc' : 'desc'
}
