import { sql, type RawBuilder } from 'kysely'
import { requestKinds, requestStatuses } from '../../../contract/endpoints/requests.ts'
import type { Request, RequestKind, RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeCursor, toPage, type Page } from '../../platform/db/page.ts'
import { hot, idForAnyPlan, rowsOfPage } from '../../platform/db/prepared.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { selectRequests, type ReaderRole } from './request-columns.ts'
import { toRequest } from './request-rows.ts'

interface PageQuery {
  cursor?: string | undefined
  limit: number
}

interface ActivityQuery extends PageQuery {
  kind?: RequestKind | undefined
  status?: RequestStatus | undefined
}

/** Lists a member's own requests, newest first. */
export async function listActivity(db: Db, userId: string, query: ActivityQuery): Promise<Page<Request>> {
  const { cursor, limit } = query
  let rows = selectRequests(db)
    .modifyFront(hot('own_requests'))
    .where('r.user_id', '=', idForAnyPlan(userId))
    .orderBy('r.id', 'desc')
    .limit(sql.lit(rowsOfPage(limit)))
  if (query.kind !== undefined || query.status !== undefined)
    rows = rows.where(sql<boolean>`r.id = any(${selectMatches(userId, query)})`)
  else if (cursor !== undefined) rows = rows.where('r.id', '<', decodeCursor(cursor))
  return toPage(await rows.execute(), limit, (row) => toRequest(row, 'member'))
}

/** Selects the ids of a page with a kind and a status. They are an array, so that the database plans them apart from the rows. */
function selectMatches(userId: string, { kind, status, cursor, limit }: ActivityQuery): RawBuilder<string[]> {
  const kinds = kind === undefined ? requestKinds : [kind]
  const statuses = status === undefined ? requestStatuses : [status]
  const isAfterCursor = cursor === undefined ? sql`true` : sql`q.id < ${decodeCursor(cursor)}::uuid`
  return sql<string[]>`array(${selectNewestIds(userId, { kinds, statuses, limit: rowsOfPage(limit) }, isAfterCursor)})`
}

interface NewestQuery {
  kinds: readonly RequestKind[]
  statuses: readonly RequestStatus[]
  limit: number
}

/**
 * Selects the ids of a member's newest requests of these kinds and statuses. The index requests_by_status gives the newest of
 * each pair, so the member's other requests are not read. The condition is about the request `q`.
 * Kinds, statuses and the limit stand in the text, so that one plan serves all calls.
 */
export function selectNewestIds(
  userId: string,
  { kinds, statuses, limit }: NewestQuery,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    select newest.id from (values ${asRows(kinds)}) k (kind) cross join (values ${asRows(statuses)}) s (status) cross join lateral (
      select q.id from ledger.requests q
       where q.user_id = ${idForAnyPlan(userId)} and q.kind = k.kind and q.status = s.status and ${condition}
       order by q.id desc limit ${sql.lit(limit)}) newest
     order by newest.id desc limit ${sql.lit(limit)}`
}

function asRows(names: readonly (RequestKind | RequestStatus)[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`(${sql.lit(name)})`))
}

/** Reads one request of a member. Refuses with not_found, also for a request of another member. */
export async function readRequest(db: Db, userId: string, requestId: string, reader: ReaderRole): Promise<Request> {
  const row = await selectRequests(db)
    .modifyFront(hot('one_request'))
    .where('r.user_id', '=', userId)
    .where('r.id', '=', requestId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return toRequest(row, reader)
}

/** Reads one request as the caller may see it: members their own, administrators any. */
export async function readRequestAs(
  db: Db,
  caller: { role: ReaderRole; userId: string },
  { userId, requestId }: { userId: string; requestId: string },
): Promise<Request> {
  if (caller.role === 'member' && caller.userId !== userId) throw new Refusal('not_found')
  return readRequest(db, userId, requestId, caller.role)
}
