import { sql, type RawBuilder } from 'kysely'
import type { InputOf } from '../../contract/operation.ts'
import { profileStatuses, type Profile } from '../../contract/profiles.ts'
import type { listUsers as listUsersOperation } from '../../contract/users.ts'
import type { Db } from '../db/client.ts'
import { decodeKeyCursor, encodeKeyCursor, type KeyCursor } from '../db/key-cursor.ts'
import type { Page } from '../db/page.ts'
import { profileColumns } from '../members/members.ts'
import { userOrders, type UserOrder } from './user-orders.ts'
import { readSearch, type Search } from './user-search.ts'

interface List {
  order: UserOrder
  isAscending: boolean
  statuses: readonly Profile['status'][]
  search: Search | undefined
}

/** Those with a key to sort by, or those without, who come after a row of the same part. */
interface Part extends List {
  isKeyless: boolean
  after: KeyCursor | undefined
  limit: number
}

type Row = Profile & { sort_key: string | null }

const columns = sql.join(profileColumns.map((name) => sql.ref(name)))
/** So many people are looked through in the order of the list before the search asks its index. */
const walkMax = 2_000

/** Everybody with an account. Every order, filter and search is served by an index; whoever has no key comes last. */
export async function listUsers(
  db: Db,
  { search, status, sort, order, cursor, limit }: InputOf<typeof listUsersOperation>['query'],
): Promise<Page<Profile>> {
  const list: List = {
    order: userOrders[sort],
    isAscending: order === 'asc',
    statuses: status ? [status] : profileStatuses,
    search: readSearch(search),
  }
  const after = cursor === undefined ? undefined : decodeKeyCursor(cursor, list.order.form)
  const isPastKeys = after?.key === null
  const rows = isPastKeys ? [] : await readPart(db, { ...list, isKeyless: false, after, limit: limit + 1 })
  if (list.order.isOptional && rows.length <= limit) {
    const rest = { isKeyless: true, after: isPastKeys ? after : undefined, limit: limit + 1 - rows.length }
    rows.push(...(await readPart(db, { ...list, ...rest })))
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? encodeKeyCursor({ key: last.sort_key, id: last.id }) : null
  return { items: shown, next_cursor: next }
}

/**
 * What many people match comes up soon on a walk along the list, and what few match is found by the index of the
 * search. Neither is quick at both, and which one it is shows only on the walk.
 */
async function readPart(db: Db, part: Part): Promise<Row[]> {
  const { search, limit } = part
  if (!search) return read(db, selectInOrder(part, limit), part)
  const walked = await read(
    db,
    sql`select * from (${selectInOrder(part, walkMax)}) walked where ${search.isMatch}`,
    part,
  )
  if (walked.length === limit) return walked
  return read(db, selectFound(part, search), part)
}

/** As many people as may be asked for, from one scan of an index for each status. */
function selectInOrder(part: Part, count: number): RawBuilder<unknown> {
  const scans = part.statuses.map(
    (status) => sql`(${selectUsers(part)} and status = ${sql.lit(status)} ${orderOf(part)} limit ${sql.lit(count)})`,
  )
  return sql`select * from (${sql.join(scans, sql` union all `)}) people ${orderOf(part)} limit ${sql.lit(count)}`
}

/** Many may match, so they are sorted by little more than their ids before anything else of them is read. */
function selectFound(part: Part, { isFound }: Search): RawBuilder<unknown> {
  const { order, statuses, limit } = part
  const matches = sql`select id, ${order.key} as key from profiles where ${isInPart(part)}
    and status in (${sql.join(statuses)}) and ${isFound}`
  // Kept apart, so that the database does not mistake this for the walk.
  const first = sql`with matches as materialized (${matches}) select * from matches ${orderOf(part)} limit ${limit}`
  return sql`select ${columns}, key from (${first}) first_matches join profiles using (id)`
}

function selectUsers(part: Part): RawBuilder<unknown> {
  return sql`select ${columns}, search_text, ${part.order.key} as key from profiles where ${isInPart(part)}`
}

/** Has a key or has none, and comes after what the caller has seen. */
function isInPart({ order: { key, read: readKey }, isAscending, isKeyless, after }: Part): RawBuilder<unknown> {
  const isOfKind = sql`${key} is ${isKeyless ? sql`null` : sql`not null`}`
  if (!after) return isOfKind
  const beyond = isAscending ? sql`>` : sql`<`
  if (isKeyless) return sql`${isOfKind} and id ${beyond} ${after.id}`
  return sql`${isOfKind} and (${key}, id) ${beyond} (${readKey(after.key)}, ${after.id}::uuid)`
}

async function read(db: Db, source: RawBuilder<unknown>, part: Part): Promise<Row[]> {
  const query = sql<Row>`select ${columns}, ${part.order.text} as sort_key from (${source}) rows ${orderOf(part)} limit ${part.limit}`
  return (await query.execute(db)).rows
}

function orderOf({ isAscending }: Part): RawBuilder<unknown> {
  return isAscending ? sql`order by key, id` : sql`order by key desc, id desc`
}
