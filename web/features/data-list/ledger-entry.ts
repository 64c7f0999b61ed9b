import type { listTransactions } from '../../../contract/transactions.ts'
import type { OutputOf } from '../../../contract/operation.ts'

export type LedgerEntry = OutputOf<typeof listTransactions>['items'][number]
