import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../contract/typed-endpoints.ts'
import { getTransactionTotals, listTransactions } from '../../../contract/endpoints/transactions.ts'
import { call } from '../../lib/api.ts'
import { fillPage, showPartialPages } from '../../lib/fill-page.ts'
import { queryOf, type Undefinable, withoutUndefined } from '../../lib/query-of.ts'

/** The filters and the order of the transactions of all members. They stand in the address of the page. */
export type TransactionsFilter = Undefinable<Omit<CallInput<typeof listTransactions>['query'], 'limit'>>

/** The filters alone, without the order and the page. */
export type TransactionsMatch = Omit<TransactionsFilter, 'sort' | 'order' | 'cursor'>

/**
 * Reads one page of the transactions of all members, and shows rows as they are found. The previous page stays until
 * the next one arrives.
 */
export function transactionsQuery(filter: TransactionsFilter) {
  return queryOptions({
    queryKey: [listTransactions.id, filter],
    queryFn: ({ signal, client, queryKey }) =>
      fillPage({
        cursor: filter.cursor,
        readPage: (next) => call(listTransactions, { query: withoutUndefined({ ...filter, ...next }) }, { signal }),
        onPart: showPartialPages({ client, queryKey }),
      }),
    placeholderData: keepPreviousData,
    meta: { topics: ['wallet'], isPublic: false },
  })
}

export function transactionTotalsQuery(match: TransactionsMatch) {
  return queryOptions({
    ...queryOf(getTransactionTotals, ['wallet'], { query: withoutUndefined(match) }),
    placeholderData: keepPreviousData,
  })
}
