import { sql } from 'kysely'
import { waitingShownMax } from '../../../contract/endpoints/second-approvals.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { listWaitingRequests as operation, SecondApprovalCounts } from '../../../contract/second-approvals.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { selectRequests } from '../requests/request-columns.ts'
import { toRequest } from '../requests/request-rows.ts'
import { readOutlooks } from './outlook.ts'
import { isWaitingChange } from './proposed-changes.ts'

/** Selects the pending requests with a first approval by their index, the oldest approval first. */
const waitingIds = (limit: number) => sql<string[]>`array(
  select w.id from ledger.requests w where w.status = 'pending' and w.first_approved_at is not null
   order by w.first_approved_at, w.id limit ${sql.lit(limit)})`

/** Lists the requests that wait for a second administrator, with what the reader can do about each. */
export async function listWaitingRequests(db: Db, readerId: string): Promise<OutputOf<typeof operation>> {
  const isWaiting = sql<boolean>`r.id = any(${waitingIds(waitingShownMax + 1)})`
  const [rows, outlooks] = await Promise.all([
    selectRequests(db)
      .modifyFront(hot('waiting_requests'))
      .where('r.status', '=', sql.lit('pending'))
      .where(isWaiting)
      .orderBy('r.first_approved_at')
      .orderBy('r.id')
      .execute(),
    readOutlooks(db, readerId, isWaiting),
  ])
  // A request that was decided between the two reads is left out.
  const items = rows.flatMap((row) => {
    const outlook = outlooks.get(row.id)
    return outlook ? [{ request: toRequest(row, 'admin'), outlook }] : []
  })
  return { items: items.slice(0, waitingShownMax), has_more: items.length > waitingShownMax }
}

/** Counts what this administrator can complete now. A support person or an auditor completes nothing. */
export async function countSecondApprovals(db: Db, readerId: string): Promise<SecondApprovalCounts> {
  const { rows } = await sql<SecondApprovalCounts>`
    select (select count(*)::integer from ledger.requests r
             where r.status = 'pending' and r.id = any(${waitingIds(waitingShownMax)})
               and ledger.may_approve(${readerId}::uuid, r)
               and (ledger.approval_outlook(${readerId}::uuid, r)).need not in ('given', 'held')) as requests,
           (select count(*)::integer from (
              select from ledger.proposed_changes c
               where ${isWaitingChange} and ledger.may_approve_change(${readerId}::uuid, c) limit ${waitingShownMax}) o) as changes`.execute(
    db,
  )
  return rows[0] ?? { requests: 0, changes: 0 }
}
