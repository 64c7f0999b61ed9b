import { requestKinds } from '../../../contract/endpoints/requests.ts'
import type { RequestCounts } from '../../../contract/request-review.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { promiseOf, readUsualTimes } from './decision-times.ts'
import { countOverdue, readPackagePromises } from './overdue.ts'

/** Counts the requests in each state from the totals of the journal, and finds the oldest pending one of each kind. */
export async function readCounts(db: Db): Promise<RequestCounts> {
  const [states, oldest, usual, packages] = await Promise.all([
    readStates(db),
    Promise.all(requestKinds.map((kind) => readOldestPending(db, kind))),
    readUsualTimes(db),
    readPackagePromises(db),
  ])
  const overdue = await Promise.all(requestKinds.map((kind) => countOverdue(db, kind, { usual, packages })))
  const counts = requestKinds.map((kind, index) => {
    const standing = { usual: usual[kind], promise_seconds: promiseOf(usual[kind]), overdue: overdue[index] ?? 0 }
    return [kind, { ...states[kind], oldest_pending_at: oldest[index] ?? null, ...standing }] as const
  })
  return Object.fromEntries(counts) as RequestCounts
}

/** The number of all requests of a kind, and of those in each state. */
type States = Record<'total' | 'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired', number>

/** Counts the requests in each state. All numbers are of one moment. */
export async function readStates(db: Db): Promise<Record<RequestKind, States>> {
  const totals = await db.selectFrom('ledger.current_totals').select(['operation', 'kind', 'calls']).execute()
  const states = requestKinds.map((kind) => {
    const calls = (operation: string) =>
      Number(totals.find((t) => t.kind === kind && t.operation === operation)?.calls ?? 0)
    const ended = {
      approved: calls('approve'),
      rejected: calls('reject'),
      cancelled: calls('cancel'),
      expired: calls('expire'),
    }
    const total = calls('submit')
    const pending = total - ended.approved - ended.rejected - ended.cancelled - ended.expired
    return [kind, { total, pending, ...ended }] as const
  })
  return Object.fromEntries(states) as Record<RequestKind, States>
}

async function readOldestPending(db: Db, kind: RequestKind): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger.requests')
    .select('created_at')
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}
