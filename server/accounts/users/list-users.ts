import { sql, type RawBuilder } from 'kysely'
import type { InputOf } from '../../../contract/operation.ts'
import { profileStatuses, type Profile } from '../../../contract/profiles.ts'
import type { listUsers as listUsersOperation } from '../../../contract/users.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
import { profileColumns } from '../members/members.ts'
import { userOrders } from './user-orders.ts'
import { orderOf, selectFound, selectInOrder, selectWalked, type UserSegment } from './user-segments.ts'
import { readSearch, type Search } from './member-search.ts'

type Query = InputOf<typeof listUsersOperation>['query']
type Row = Profile & { sort_key: string | null }

/** So many people are looked through in the order of the list before anything else is tried. */
const firstWalk = 2_000
/** So many at most, when the first ones promise a page by then. */
const longestWalk = 20_000

/** Everybody with an account. Every order, filter and search is served by an index; whoever has no key comes last. */
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

/** The segments of the list one after another, from where the caller has come to. */
function splitIntoSegments({ status, sort, order: direction, cursor }: Query): UserSegment[] {
  const order = userOrders[sort]
  const isAscending = direction === 'asc'
  const after = cursor === undefined ? undefined : decodeKeyCursor(cursor, order.form)
  const statuses = status ? [status] : isAscending ? profileStatuses : profileStatuses.toReversed()
  // In the order of the status nothing has to be merged; in the others a page may have people of each.
  const groups = sort === 'status' ? statuses.map((one) => [one]) : [statuses]
  const withKey = groups.map((group) => ({ order, isAscending, statuses: group, isKeyless: false, after }))
  const keyless = { order, isAscending, statuses, isKeyless: true, after: after?.key === null ? after : undefined }
  return [...(after?.key === null ? [] : withKey), ...(order.isOptional ? [keyless] : [])]
}

/**
 * What many people match comes up soon on a walk along the list, and what few match is found by the index of the
 * search. Neither is quick at both, and which one it is shows only on the walk.
 */
async function readSegment(db: Db, segment: UserSegment, search: Search | undefined, limit: number): Promise<Row[]> {
  const read = (ids: RawBuilder<unknown>) => readRows(db, ids, segment)
  if (!search) return read(selectInOrder(segment, limit))
  const walked = await read(selectWalked(segment, search, { length: firstWalk, limit }))
  if (walked.length === limit) return walked
  if (walked.length * (longestWalk / firstWalk) >= limit) {
    const further = await read(selectWalked(segment, search, { length: longestWalk, limit }))
    if (further.length === limit) return further
  }
  return read(selectFound(segment, search, limit))
}

const columns = sql.join(profileColumns.map((name) => sql.ref(`p.${name}`)))

/** Only now anything is read of the people but what the indexes hold. */
async function readRows(db: Db, ids: RawBuilder<unknown>, segment: UserSegment): Promise<Row[]> {
  // One after another, so that the database does not take a few ids for a reason to read everybody.
  const query = sql<Row>`select ${columns}, ${segment.order.text} as sort_key from (${ids}) shown
    cross join lateral (select * from profiles where profiles.id = shown.id limit 1) p ${orderOf(segment)}`
  return (await query.execute(db)).rows
}
