import * as contract from '../../../contract/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { createTransactions } from './transactions.ts'

export function transactionRoutes({ db }: { db: Db }): Route[] {
  const transactions = createTransactions(db)
  return [
    route(contract.listTransactions, ({ query }) => transactions.list(query)),
    route(contract.getTransactionTotals, ({ query }) => transactions.readTotals(query)),
    route(contract.listTransactionDays, ({ query }) => transactions.listDays(query)),
    route(contract.exportTransactions, ({ caller, ipAddress, query, reply }) =>
      sendCsv(reply, transactions.export(query, { actorId: caller.userId, ipAddress })),
    ),
  ]
}
