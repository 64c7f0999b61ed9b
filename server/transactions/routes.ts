import * as contract from '../../contract/transactions.ts'
import type { Db } from '../db/client.ts'
import { sendCsv } from '../http/csv.ts'
import { route, type Route } from '../http/route.ts'
import { exportTransactions } from './export-transactions.ts'
import { listTransactions } from './list-transactions.ts'
import { listTransactionDays, readTransactionTotals } from './transaction-totals.ts'

export function transactionRoutes({ db }: { db: Db }): Route[] {
  return [
    route(contract.listTransactions, ({ query }) => listTransactions(db, query)),
    route(contract.getTransactionTotals, ({ query }) => readTransactionTotals(db, query)),
    route(contract.listTransactionDays, ({ query }) => listTransactionDays(db, query)),
    route(contract.exportTransactions, ({ caller, ipAddress, query, reply }) =>
      sendCsv(reply, exportTransactions(db, query, { actorId: caller.userId, ipAddress })),
    ),
  ]
}
