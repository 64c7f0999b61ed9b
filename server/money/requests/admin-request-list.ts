import { sql } from 'kysely'
import type { listAllRequests as operation } from '../../../contract/admin-request-list.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { decodeCursor, encodeCursor, type Page } from '../../platform/db/page.ts'
import {
  findInListOrder,
  findByMembers,
  findByMembersAndKind,
  type FoundRequests,
  type RequestSelection,
} from './admin-request-access-paths.ts'
import { readRequestCriteria } from './request-criteria.ts'
import { selectRequests } from './request-columns.ts'
import { toRequest } from './request-rows.ts'

type Query = InputOf<typeof operation>['query']

/** The most requests that a search checks for their member on one page. */
const usualWalk = 1_000

/**
 * Lists all members' requests of every kind. An index serves each filter, or a page ends early and the next page goes
 * on.
 */
export async function listAllRequests(
  db: Db,
  { order, cursor, limit, ...filter }: Query,
  mostWalked: number = usualWalk,
): Promise<Page<Request>> {
  const criteria = await readRequestCriteria(db, filter)
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const selection = { criteria, isOldest: order === 'oldest', after, limit: limit + 1 }
  const { ids, end } = await findRequests(db, selection, mostWalked)
  const shown = ids.slice(0, limit)
  const next = ids.length > limit ? shown.at(-1)?.id : end
  return { items: await readRequests(db, shown), next_cursor: next === undefined ? null : encodeCursor(next) }
}

/**
 * Chooses the access path. The requests of few members come from these members' own indexes, all others from the
 * indexes by kind and status. A search with too many members to name checks each request's member on the way.
 */
async function findRequests(db: Db, selection: RequestSelection, mostWalked: number): Promise<FoundRequests> {
  const { members, kinds, statuses } = selection.criteria
  if (members?.ids) {
    const isAny = kinds.length > 1 && statuses.length > 1
    return (isAny ? findByMembers : findByMembersAndKind)(db, selection, members.ids)
  }
  if (members) return findInListOrder(db, selection, { length: mostWalked, search: members.search })
  return findInListOrder(db, selection, { length: selection.limit, search: undefined })
}

/** Reads the requests that an access path has found, in the same order. */
async function readRequests(db: Db, ids: FoundRequests['ids']): Promise<Request[]> {
  if (ids.length === 0) return []
  const users = ids.map(({ user_id }) => user_id)
  const found = sql<{
    id: string
    user_id: string
  }>`unnest(${sql.val(users)}::uuid[], ${sql.val(ids.map(({ id }) => id))}::uuid[])`
  const rows = await db
    .selectFrom(found.as<'found'>(sql`found (user_id, id)`))
    .modifyFront(hot('found_requests'))
    // Without the offset, PostgreSQL would join the view for all requests before it looks for the found ones.
    .innerJoinLateral(
      selectRequests(db)
        .where(sql<boolean>`r.user_id = found.user_id and r.id = found.id`)
        .offset(sql.lit(0))
        .as('request'),
      (join) => join.onTrue(),
    )
    .selectAll('request')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap(({ id }) => byId.get(id) ?? []).map((row) => toRequest(row, 'admin'))
}
