import { sql } from 'kysely'
import { requestKinds, requestStatuses } from '../../../contract/endpoints/requests.ts'
import type { BuyRequest, Request, RequestKind, RequestOf } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { toPage, type Page } from '../../platform/db/page.ts'
import { hot } from '../../platform/db/prepared.ts'
import { listNewestPending } from './queue.ts'
import { selectRequests } from './request-columns.ts'
import { asKind, toRequest } from './request-rows.ts'

/** The newest requests of each kind, by the names that overviews have for them. */
type NewestOfEachKind = { [Kind in RequestKind as `${Kind}_requests`]: RequestOf<Kind>[] }

interface OwnOverview {
  newest: NewestOfEachKind
  /** The requests of all kinds that wait for a decision, newest first. */
  open: Page<Request>
  /** The newest buy that was rejected or has expired. */
  failedBuy: BuyRequest | undefined
}

/**
 * Reads by one statement what a member's overview shows of their requests: the newest `ofEach` of each kind, the newest
 * `ofOpen` that are pending, and the last buy that failed.
 */
export async function readOwnOverview(
  db: Db,
  userId: string,
  { ofEach, ofOpen }: { ofEach: number; ofOpen: number },
): Promise<OwnOverview> {
  // The index requests_by_status gives the newest ids of each pair of kind and status.
  const newestIds = (kinds: readonly string[], statuses: readonly string[], limit: number) => sql`
    select newest.id from unnest(${kinds}::text[]) k (kind) cross join unnest(${statuses}::text[]) s (status) cross join lateral (
      select q.id from ledger.requests q where q.user_id = ${userId} and q.kind = k.kind and q.status = s.status
       order by q.id desc limit ${limit}) newest
     order by newest.id desc limit ${limit}`
  const ids = [
    ...requestKinds.map((kind) => newestIds([kind], requestStatuses, ofEach)),
    newestIds(requestKinds, ['pending'], ofOpen + 1),
    newestIds(['buy'], ['rejected', 'expired'], 1),
  ].map((part) => sql`(${part})`)
  const rows = await selectRequests(db)
    .modifyFront(hot('own_overview'))
    .where('r.user_id', '=', userId)
    .where(sql<boolean>`r.id = any(array(${sql.join(ids, sql` union all `)}))`)
    .orderBy('r.id', 'desc')
    .execute()
  const failed = rows.find(({ kind, status }) => kind === 'buy' && (status === 'rejected' || status === 'expired'))
  const requests = rows.map((row) => toRequest(row, 'member'))
  return {
    newest: byKind((kind) => requests.filter((request) => request.kind === kind).slice(0, ofEach)),
    open: toPage(
      rows.filter(({ status }) => status === 'pending'),
      ofOpen,
      (row) => toRequest(row, 'member'),
    ),
    failedBuy: failed && asKind(toRequest(failed, 'member'), 'buy'),
  }
}

/** Lists the newest pending requests of each kind, for an overview. */
export async function listNewestPendingOfEachKind(db: Db, limit: number): Promise<NewestOfEachKind> {
  const lists = requestKinds.map(async (kind) => [kind, (await listNewestPending(db, kind, limit)).items] as const)
  const read = new Map(await Promise.all(lists))
  return byKind((kind) => read.get(kind) ?? [])
}

function byKind(listOf: (kind: RequestKind) => Request[]): NewestOfEachKind {
  const lists = requestKinds.map((kind) => [`${kind}_requests`, listOf(kind).map((request) => asKind(request, kind))])
  return Object.fromEntries(lists) as NewestOfEachKind
}
