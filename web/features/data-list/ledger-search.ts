import { coinBoundPattern, sortOrders } from '../../../contract/list-criteria.ts'
import { transactionSorts, transactionTypes } from '../../../contract/endpoints/transactions.ts'
import { dayOf, idOf, matching, oneOf, createSearchReader, searchTextOf, textOf } from '../../lib/search.ts'
import type { TransactionsFilter, TransactionsMatch } from './ledger-queries.ts'

/** Reads the search of a page with the ledger. */
export const ledgerSearch = createSearchReader<TransactionsFilter>({
  search: searchTextOf,
  type: (value) => oneOf(value, transactionTypes),
  user_id: idOf,
  from: dayOf,
  to: dayOf,
  min_coins: (value) => matching(value, coinBoundPattern),
  max_coins: (value) => matching(value, coinBoundPattern),
  sort: (value) => oneOf(value, transactionSorts),
  order: (value) => oneOf(value, sortOrders),
  cursor: textOf,
})

/** The filters of a list that shows all transactions. */
export const noLedgerFilters = {
  search: undefined,
  type: undefined,
  user_id: undefined,
  from: undefined,
  to: undefined,
  min_coins: undefined,
  max_coins: undefined,
} satisfies Record<keyof TransactionsMatch, undefined>

/** Returns the filters alone, without the order and the page. */
export function withoutOrderAndPage(filter: TransactionsFilter): TransactionsMatch {
  const names = Object.keys(noLedgerFilters) as (keyof TransactionsMatch)[]
  return Object.fromEntries(names.map((name) => [name, filter[name]]))
}

export function hasFilter(match: TransactionsMatch): boolean {
  return Object.values(match).some((value) => value !== undefined)
}
