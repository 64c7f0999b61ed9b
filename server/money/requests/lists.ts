import { sql, type RawBuilder } from 'kysely'
import { requestKinds, requestStatuses } from '../../../contract/endpoints/requests.ts'
import type { Request, RequestKind, RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeCursor, toPage, type Page } from '../../platform/db/page.ts'
import { hot } from '../../platform/db/prepared.ts'
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
    .where('r.user_id', '=', userId)
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
  if (query.kind !== undefined || query.status !== undefined)
    rows = rows.where(sql<boolean>`r.id = any(${selectMatches(userId, query)})`)
  else if (cursor !== undefined) rows = rows.where('r.id', '<', decodeCursor(cursor))
  return toPage(await rows.execute(), limit, (row) => toRequest(row, 'member'))
}

/**
 * Selects the ids of a page with a kind and a status. The index requests_by_status gives the newest of each pair of
 * kind and status, so the member's other requests are not read. The ids are an array, so that the database plans them
 * apart from the rows.
 */
function selectMatches(userId: string, { kind, status, cursor, limit }: ActivityQuery): RawBuilder<string[]> {
  const kinds = kind === undefined ? requestKinds : [kind]
  const statuses = status === undefined ? requestStatuses : [status]
  const isAfterCursor = cursor === undefined ? sql`true` : sql`id < ${decodeCursor(cursor)}::uuid`
  return sql<string[]>`array(
    select newest.id from unnest(${kinds}::text[]) k (kind) cross join unnest(${statuses}::text[]) s (status) cross join lateral (
      select id from ledger.requests
       where user_id = ${userId} and kind = k.kind and status = s.status and ${isAfterCursor}
       order by id desc limit ${limit + 1}) newest
     order by newest.id desc limit ${limit + 1})`
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
