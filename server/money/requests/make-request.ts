import { sql } from 'kysely'
import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { submissionArguments, type Submission } from '../ledger/ledger.ts'
import type { RequestRow } from './request-columns.ts'
import { toRequest } from './request-rows.ts'

/**
 * Makes a pending request by one statement, and returns it as its member sees it. Outside of a transaction, the statement is one of
 * its own. Refuses as `submit` of the ledger does.
 */
export async function makeRequest(db: Db, s: Submission): Promise<{ request: Request; replayed: boolean }> {
  const { replayed, ...row } = await runFunction<RequestRow & { replayed: boolean }>(
    db,
    sql`${hot('make_request')} select replayed, (request).* from ledger.make_request(
      ${s.token}::text, ${s.ipAddress ?? null}::text, ${s.userAgent ?? null}::text, ${submissionArguments(s)})`,
  )
  return { request: toRequest(row, 'member'), replayed }
}
