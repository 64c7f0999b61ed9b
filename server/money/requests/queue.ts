import { sql } from 'kysely'
import { readRequestNumber } from '../../../contract/request-number.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { listQueue as listQueueOperation, Request, RequestKind } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeCursor, encodeCursor, toPage, type Page } from '../../platform/db/page.ts'
import { readMemberSearch } from '../../accounts/users/member-search.ts'
import { selectRequests } from './request-columns.ts'
import { toRequest } from './request-rows.ts'

type QueueQuery = InputOf<typeof listQueueOperation>['query']

/** The most pending requests that one page of a search reads. The next page goes on from there. */
const walkMax = 5_000
/** Matches an id or the beginning of one. A shorter beginning could be a part of a name. */
const idBeginning = /^[\da-f]{8}[\da-f-]{0,28}$/i

/** Lists the pending requests of a kind. Decided ones leave the queue by themselves, as only pending ones are read. */
export async function listQueue(db: Db, kind: RequestKind, query: QueueQuery): Promise<Page<Request>> {
  const { order, search, cursor, limit } = query
  if (search) return searchQueue(db, kind, { ...query, search })
  const isOldest = order === 'oldest'
  let rows = selectRequests(db)
    .where('r.status', '=', 'pending')
    .where('r.kind', '=', kind)
    .orderBy('r.id', isOldest ? 'asc' : 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) rows = rows.where('r.id', isOldest ? '>' : '<', decodeCursor(cursor))
  return toPage(await rows.execute(), limit, (row) => toRequest(row, 'admin'))
}

/**
 * Finds the pending requests with a matching requester, recipient or number. A page may hold fewer than `limit` and
 * still have a next page.
 */
async function searchQueue(db: Db, kind: RequestKind, query: QueueQuery & { search: string }): Promise<Page<Request>> {
  const { order, limit } = query
  const { rows: found } = await sql<Found>`${selectFound(kind, query)}`.execute(db)
  const { ids = [], walked = '0', last_id: lastId } = found[0] ?? {}
  const rows = selectRequests(db)
    .where(sql<boolean>`r.id = any(${ids}::uuid[])`)
    .where('r.status', '=', 'pending')
    .where('r.kind', '=', kind)
    .orderBy('r.id', order === 'oldest' ? 'asc' : 'desc')
  const page = toPage(await rows.execute(), limit, (row) => toRequest(row, 'admin'))
  const endsEarly = page.next_cursor === null && Number(walked) === walkMax && lastId
  return endsEarly ? { ...page, next_cursor: encodeCursor(lastId) } : page
}

interface Found {
  ids: string[]
  walked: string
  /** The last request that was read; null when the walk read none. */
  last_id: string | null
}

function selectFound(kind: RequestKind, { order, search, cursor, limit }: QueueQuery & { search: string }) {
  const isOldest = order === 'oldest'
  const direction = isOldest ? sql`asc` : sql`desc`
  const isAfterCursor =
    cursor === undefined ? sql`true` : sql`id ${isOldest ? sql`>` : sql`<`} ${decodeCursor(cursor)}::uuid`
  // Each person is looked up by id. With "exists", the database would look through all people instead.
  const isPerson = (id: string) =>
    sql`(select ${readMemberSearch(search)?.isMatch ?? sql`false`} from profiles p where p.id = ${sql.ref(id)} limit 1)`
  const isBeginning = idBeginning.test(search) ? sql`starts_with(w.id::text, lower(${search}::text))` : sql`false`
  const number = readRequestNumber(search)
  const isNumber = number?.kind === kind ? sql`w.number = ${number.value}::bigint` : sql`false`
  return sql`
    with walk as materialized (
      select id, number, user_id, recipient_id from ledger.requests
       where kind = ${kind} and status = 'pending' and ${isAfterCursor} order by id ${direction} limit ${walkMax})
    select count(*) as walked, (array_agg(id order by id ${isOldest ? sql`desc` : sql`asc`}))[1] as last_id,
           array(select w.id from walk w
                  where ${isNumber}
                     or ${isBeginning}
                     or ${isPerson('w.user_id')}
                     or ${isPerson('w.recipient_id')}
                  order by w.id ${direction} limit ${limit + 1}) as ids
      from walk`
}
