import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listTransactionDays } from '../../../../contract/endpoints/transactions.ts'
import type { TransactionsMatch } from '../../../features/data-list/ledger-queries.ts'
import { read, withoutUndefined } from '../../../lib/query-of.ts'

export function transactionDaysQuery(match: TransactionsMatch) {
  return queryOptions({
    ...read(listTransactionDays, ['wallet'], { query: withoutUndefined(match) }),
    placeholderData: keepPreviousData,
  })
}
