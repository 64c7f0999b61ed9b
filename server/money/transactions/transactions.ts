import type { InputOf } from '../../../contract/operation.ts'
import type {
  exportTransactions as exportOperation,
  listTransactions as listOperation,
  TransactionDays,
  TransactionTotals,
} from '../../../contract/transactions.ts'
import type { AuditEvent } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import { exportTransactions } from './export-transactions.ts'
import { listTransactions } from './list-transactions.ts'
import type { TransactionEntry } from './entry.ts'
import { listTransactionDays, readTransactionTotals } from './transaction-totals.ts'
import type { Filter } from './transaction-criteria.ts'

export interface Transactions {
  list(query: InputOf<typeof listOperation>['query']): Promise<Page<TransactionEntry>>
  readTotals(filter: Filter): Promise<TransactionTotals>
  listDays(filter: Filter): Promise<TransactionDays>
  export(
    query: InputOf<typeof exportOperation>['query'],
    exporter: Pick<AuditEvent, 'actorId' | 'ipAddress'>,
  ): ReturnType<typeof exportTransactions>
}

/** All members' transactions. The server's clock rolls settled commands up, so that little is left to add. */
export function createTransactions(db: Db): Transactions {
  return {
    list: (query) => listTransactions(db, query),
    readTotals: (filter) => readTransactionTotals(db, filter),
    listDays: (filter) => listTransactionDays(db, filter),
    export: (query, exporter) => exportTransactions(db, query, exporter),
  }
}
