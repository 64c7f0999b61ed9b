import { sql } from 'kysely'
import { requestKinds, requestStatuses } from '../../../contract/endpoints/requests.ts'
import type { BuyRequest, Request, RequestKind, RequestOf } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { toPage, type Page } from '../../platform/db/page.ts'
import { hot, idForAnyPlan } from '../../platform/db/prepared.ts'
import { selectNewestIds } from './lists.ts'
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
  const ids = [
    ...requestKinds.map((kind) => ({ kinds: [kind], statuses: requestStatuses, limit: ofEach })),
    { kinds: requestKinds, statuses: ['pending'] as const, limit: ofOpen + 1 },
    { kinds: ['buy'] as const, statuses: ['rejected', 'expired'] as const, limit: 1 },
  ].map((part) => sql`(${selectNewestIds(userId, part)})`)
  const rows = await selectRequests(db)
    .modifyFront(hot('own_overview'))
    .where('r.user_id', '=', idForAnyPlan(userId))
    .where(sql<boolean>`r.id = any(array(${sql.join(ids, sql` union all `)}))`)
    .orderBy('r.id', 'desc')
    .execute()
  const requests = rows.map((row) => toRequest(row, 'member'))
  const pending = requests.filter(({ status }) => status === 'pending')
  const failed = requests.find(({ kind, status }) => kind === 'buy' && (status === 'rejected' || status === 'expired'))
  return {
    newest: byKind((kind) => requests.filter((request) => request.kind === kind).slice(0, ofEach)),
    open: toPage(pending, ofOpen, (request) => request),
    failedBuy: failed && asKind(failed, 'buy'),
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
