import type { TransactionSort } from '../../../contract/transactions.ts'
import { t, tc } from '../../../contract/translate.ts'
import type { TransactionsFilter } from '../../lib/admin-queries.ts'

export type Order = 'asc' | 'desc'

interface LedgerColumn {
  sort: TransactionSort
  name: string
  isNumeric: boolean
}

/** The columns of the ledger, each of which it can be sorted by. */
export const ledgerColumns: readonly LedgerColumn[] = [
  { sort: 'date', name: t('Date'), isNumeric: false },
  { sort: 'user', name: t('User'), isNumeric: false },
  { sort: 'type', name: t('Type'), isNumeric: false },
  { sort: 'coins_in', name: t('Coins In'), isNumeric: true },
  { sort: 'coins_out', name: t('Coins Out'), isNumeric: true },
  { sort: 'rate', name: t('Rate'), isNumeric: true },
  { sort: 'value', name: t('Value (USD)'), isNumeric: true },
  { sort: 'balance', name: t('Balance'), isNumeric: true },
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
  if (sort === 'date') return isAscending ? t('oldest first') : t('newest first')
  if (sort === 'user' || sort === 'type') return isAscending ? t('A to Z') : t('Z to A')
  return isAscending ? t('smallest first') : t('largest first')
}

/** "newest first", "by rate, largest first" */
export function ledgerSortWords({ sort, order }: LedgerSort): string {
  if (sort === 'date') return orderWords(sort, order)
  return t('by {column}, {order}', { column: columnWords[sort], order: orderWords(sort, order) })
}

/** The columns in the middle of a sentence. */
const columnWords: Record<Exclude<TransactionSort, 'date'>, string> = {
  user: tc('sorted by', 'user'),
  type: tc('sorted by', 'type'),
  coins_in: tc('sorted by', 'coins in'),
  coins_out: tc('sorted by', 'coins out'),
  rate: tc('sorted by', 'rate'),
  value: tc('sorted by', 'value (USD)'),
  balance: tc('sorted by', 'balance'),
}

function firstOrderOf(column: TransactionSort): Order {
  return column === 'user' || column === 'type' ? 'asc' : 'desc'
}
