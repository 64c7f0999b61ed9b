import { sql, type RawBuilder } from 'kysely'
import type { InputOf } from '../../../contract/operation.ts'
import { profileStatuses, type Profile } from '../../../contract/profiles.ts'
import type { listUsers as listUsersOperation } from '../../../contract/users.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
import { profileColumns } from '../members/members.ts'
import { userOrders } from './user-orders.ts'
import {
  orderOf,
  selectMatchesByIndex,
  selectInOrder,
  selectMatchesAlongList,
  type UserSegment,
} from './user-segments.ts'
import { readSearch, type Search } from './member-search.ts'

type Query = InputOf<typeof listUsersOperation>['query']
type Row = Profile & { sort_key: string | null }

/** A search first looks through so many people in the order of the list. */
const firstWalk = 2_000
/** It goes on up to so many people if the first ones promise a full page by then. */
const longestWalk = 20_000

/**
 * Returns a page of all people with an account. An index serves every order, filter and search. People without a sort
 * key come last.
 */
export async function listUsers(db: Db, query: Query): Promise<Page<Profile>> {
  const { limit } = query
  const search = readSearch(query.search)
  const rows: Row[] = []
  for (const segment of splitIntoSegments(query)) {
    const missing = limit + 1 - rows.length
    if (missing > 0) rows.push(...(await readSegment(db, segment, search, missing)))
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? encodeKeyCursor({ key: last.sort_key, id: last.id }) : null
  return { items: shown, next_cursor: next }
}

/** Returns the segments of the list in their order, from the cursor on. */
function splitIntoSegments({ status, sort, order: direction, cursor }: Query): UserSegment[] {
  const order = userOrders[sort]
  const isAscending = direction === 'asc'
  const after = cursor === undefined ? undefined : decodeKeyCursor(cursor, order.form)
  const statuses = status ? [status] : isAscending ? profileStatuses : profileStatuses.toReversed()
  // In the order of the status, each status is a segment of its own. In the other orders, one segment mixes all
  // statuses.
  const groups = sort === 'status' ? statuses.map((one) => [one]) : [statuses]
  const withKey = groups.map((group) => ({ order, isAscending, statuses: group, isKeyless: false, after }))
  const keyless = { order, isAscending, statuses, isKeyless: true, after: after?.key === null ? after : undefined }
  return [...(after?.key === null ? [] : withKey), ...(order.isOptional ? [keyless] : [])]
}

/**
 * Reads people of one segment. A walk along the list soon finds a text that many people match. The index of the search
 * finds one that few match. Neither is fast for both, and only the walk shows which case it is.
 */
async function readSegment(db: Db, segment: UserSegment, search: Search | undefined, limit: number): Promise<Row[]> {
  const read = (ids: RawBuilder<unknown>) => readRows(db, ids, segment)
  if (!search) return read(selectInOrder(segment, limit))
  const walked = await read(selectMatchesAlongList(segment, search, { length: firstWalk, limit }))
  if (walked.length === limit) return walked
  if (walked.length * (longestWalk / firstWalk) >= limit) {
    const further = await read(selectMatchesAlongList(segment, search, { length: longestWalk, limit }))
    if (further.length === limit) return further
  }
  return read(selectMatchesByIndex(segment, search, limit))
}

const columns = sql.join(profileColumns.map((name) => sql.ref(`p.${name}`)))

/** Reads the other columns of the people that were found. The queries before this one read indexes only. */
async function readRows(db: Db, ids: RawBuilder<unknown>, segment: UserSegment): Promise<Row[]> {
  // The lateral join reads the rows one by one, so that the database does not scan the whole table for a few ids.
  const query = sql<Row>`select ${columns}, ${segment.order.text} as sort_key from (${ids}) shown
    cross join lateral (select * from profiles where profiles.id = shown.id limit 1) p ${orderOf(segment)}`
  return (await query.execute(db)).rows
}
