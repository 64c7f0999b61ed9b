import * as contract from '../../../contract/statement.ts'
import type { Db } from '../../platform/db/client.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { exportStatement } from './export-statement.ts'
import { exportStatementSums } from './export-sums.ts'
import { readStatement } from './statement.ts'
import { readStatementSums } from './sums.ts'

export function statementRoutes({ db }: { db: Db }): Route[] {
  return [
    route(contract.getStatement, ({ caller, query }) => readStatement(db, caller.userId, query)),
    route(contract.exportStatement, ({ caller, query, reply }) =>
      sendCsv(reply, exportStatement(db, caller.userId, query)),
    ),
    route(contract.getStatementSums, ({ caller, query }) => readStatementSums(db, caller.userId, query)),
    route(contract.exportStatementSums, ({ caller, query, reply }) =>
      sendCsv(reply, exportStatementSums(db, caller.userId, query)),
    ),
  ]
}
