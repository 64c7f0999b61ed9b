import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listTransactionDays } from '../../../../contract/endpoints/transactions.ts'
import type { TransactionsMatch } from '../../../features/data-list/ledger-queries.ts'
import { queryOf, withoutUndefined } from '../../../lib/query-of.ts'

export function transactionDaysQuery(match: TransactionsMatch) {
  return queryOptions({
    ...queryOf(listTransactionDays, ['wallet'], { query: withoutUndefined(match) }),
    placeholderData: keepPreviousData,
  })
}
