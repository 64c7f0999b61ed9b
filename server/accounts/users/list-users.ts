import type { InputOf } from '../../../contract/operation.ts'
import { profileStatuses } from '../../../contract/endpoints/profiles.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { listUsers as listUsersOperation } from '../../../contract/users.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
import { readMemberSearch, type MemberSearch } from './member-search.ts'
import {
  readPeople,
  selectInOrder,
  selectMatchesAlongList,
  selectMatchesByIndex,
  userOrders,
  type UserRow,
  type UserSegment,
} from './user-segments.ts'

type Query = InputOf<typeof listUsersOperation>['query']

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
  const search = readMemberSearch(query.search)
  const rows: UserRow[] = []
  for (const segment of splitIntoSegments(query)) {
    const missing = limit + 1 - rows.length
    if (missing > 0) rows.push(...(await readSegment(db, segment, search, missing)))
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? encodeKeyCursor({ key: last.sort_key, id: last.id }) : null
  return { items: shown, next_cursor: next }
}

/** Plans a page: returns the segments of the list in their order, from the cursor on. */
function splitIntoSegments({ status, sort, order: direction, cursor }: Query): UserSegment[] {
  const order = userOrders[sort]
  const isAscending = direction === 'asc'
  const after = cursor === undefined ? undefined : decodeKeyCursor(cursor, order.keyPattern)
  const statuses = status ? [status] : isAscending ? profileStatuses : profileStatuses.toReversed()
  // In the order of the status, each status is a segment of its own. In the other orders, one segment mixes all
  // statuses.
  const groups = sort === 'status' ? statuses.map((one) => [one]) : [statuses]
  const withKey = groups.map((group) => ({ order, isAscending, statuses: group, isKeyless: false, after }))
  const keyless = { order, isAscending, statuses, isKeyless: true, after: after?.key === null ? after : undefined }
  return [...(after?.key === null ? [] : withKey), ...(order.isOptional ? [keyless] : [])]
}

/**
 * Chooses the access path of one segment and reads its next `limit` people. A walk along the list soon finds a text
 * that many people match. The index of the search finds a text that few match. Neither is fast for both, and only the
 * walk shows which case it is.
 */
async function readSegment(
  db: Db,
  segment: UserSegment,
  search: MemberSearch | undefined,
  limit: number,
): Promise<UserRow[]> {
  if (!search) return readPeople(db, selectInOrder(segment, limit), segment)
  const walk = async (length: number) =>
    readPeople(db, selectMatchesAlongList(segment, search, { length, limit }), segment)
  const found = await walk(firstWalk)
  if (found.length === limit) return found
  if (found.length * (longestWalk / firstWalk) >= limit) {
    const foundFurther = await walk(longestWalk)
    if (foundFurther.length === limit) return foundFurther
  }
  return readPeople(db, selectMatchesByIndex(segment, search, limit), segment)
}
