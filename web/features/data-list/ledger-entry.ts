import type { listTransactions } from '../../../contract/endpoints/transactions.ts'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'

export type LedgerEntry = OutputOf<typeof listTransactions>['items'][number]
