import { sql } from 'kysely'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import type { RequestCounts } from '../../../contract/request-review.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { promiseOf, readUsualTimes } from './decision-times.ts'
import { countOverdue, readPackagePromises } from './overdue.ts'

/** Counts the requests in each state from the totals of the journal, and finds the oldest one of each kind that can be decided. */
export async function readCounts(db: Db): Promise<RequestCounts> {
  const [states, waiting, oldest, usual, packages] = await Promise.all([
    readStates(db),
    countWaiting(db),
    Promise.all(requestKinds.map((kind) => readOldestPending(db, kind))),
    readUsualTimes(db),
    readPackagePromises(db),
  ])
  const overdue = await Promise.all(requestKinds.map((kind) => countOverdue(db, kind, { usual, packages })))
  const counts = requestKinds.map((kind, index) => {
    const standing = { usual: usual[kind], promise_seconds: promiseOf(usual[kind]), overdue: overdue[index] ?? 0 }
    return [
      kind,
      { ...states[kind], waits_for_member: waiting[kind], oldest_pending_at: oldest[index] ?? null, ...standing },
    ] as const
  })
  return Object.fromEntries(counts) as RequestCounts
}

/** The number of all requests of a kind, and of those in each state. */
type States = Record<'total' | 'pending' | 'approved' | 'reversed' | 'rejected' | 'cancelled' | 'expired', number>

/** Counts the requests in each state. All numbers are of one moment. */
export async function readStates(db: Db): Promise<Record<RequestKind, States>> {
  const totals = await db
    .selectFrom('ledger.current_totals')
    .modifyFront(hot('totals_of_calls'))
    .select(['operation', 'kind', 'calls'])
    .execute()
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
    return [kind, { total, pending, ...ended, reversed: calls('reverse') }] as const
  })
  return Object.fromEntries(states) as Record<RequestKind, States>
}

/** Counts the pending requests of each kind that wait for their members. */
export async function countWaiting(db: Db): Promise<Record<RequestKind, number>> {
  const rows = await db
    .selectFrom('ledger.requests')
    .modifyFront(hot('waiting_for_members'))
    .select(['kind', (eb) => eb.fn.countAll<string>().as('count')])
    .where('kind', 'in', requestKinds)
    .where('status', '=', sql.lit('pending'))
    .where('slip_asked_at', 'is not', null)
    .groupBy('kind')
    .execute()
  const countOf = (kind: RequestKind) => Number(rows.find((row) => row.kind === kind)?.count ?? 0)
  return Object.fromEntries(requestKinds.map((kind) => [kind, countOf(kind)])) as Record<RequestKind, number>
}

async function readOldestPending(db: Db, kind: RequestKind): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger.requests')
    .modifyFront(hot('oldest_pending'))
    .select('created_at')
    .where('kind', '=', sql.lit(kind))
    .where('status', '=', sql.lit('pending'))
    .where('slip_asked_at', 'is', null)
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row?.created_at
}
