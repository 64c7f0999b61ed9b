import { sql } from 'kysely'
import { readRequestNumber } from '../../../contract/request-number.ts'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { listQueue as listQueueOperation } from '../../../contract/queue.ts'
import type { Request, RequestKind } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { decodeCursor, encodeCursor, toPage } from '../../platform/db/page.ts'
import { readMemberSearch } from '../../accounts/users/member-search.ts'
import { isAssigned, selectClaim, toClaims } from './desk/claims.ts'
import { selectRequests } from './request-columns.ts'
import { toRequest } from './request-rows.ts'

type QueueQuery = InputOf<typeof listQueueOperation>['query']

/** The most pending requests that one page of a search reads. The next page goes on from there. */
const walkMax = 5_000
/** Matches an id or the beginning of one. A shorter beginning could be a part of a name. */
const idBeginning = /^[\da-f]{8}[\da-f-]{0,28}$/i

type Queue = OutputOf<typeof listQueueOperation>

/**
 * Lists the pending requests of a kind, with what other administrators have to do with them. Decided ones leave the queue
 * by themselves, as only pending ones are read.
 */
export async function listQueue(db: Db, readerId: string, kind: RequestKind, query: QueueQuery): Promise<Queue> {
  const { search, cursor, limit, waits } = query
  if (search) return searchQueue(db, readerId, kind, { ...query, search })
  const isInWaiting = waits === 'member' || cursor?.startsWith(waitingMark) === true
  const after = cursor?.replace(waitingMark, '')
  const rows = await readPart(db, readerId, kind, { ...query, cursor: after, isWaiting: isInWaiting })
  if (isInWaiting) return markCursor(toQueue(rows, limit))
  if (rows.length > limit || waits !== undefined) return toQueue(rows, limit)
  // The requests that can be decided end on this page, and those that wait for their members follow.
  const rest = { ...query, cursor: undefined, limit: limit - rows.length, isWaiting: true }
  const waiting = await readPart(db, readerId, kind, rest)
  const page = toQueue([...rows, ...waiting], limit)
  return waiting.length > 0 && rows.length < limit ? markCursor(page) : page
}

/** Begins the cursor of a page that ends among the requests that wait for their members. No other cursor has a full stop. */
const waitingMark = 'm.'

function markCursor(page: Queue): Queue {
  return page.next_cursor === null ? page : { ...page, next_cursor: waitingMark + page.next_cursor }
}

/** Reads up to `limit` + 1 pending requests that wait for their members, or those that can be decided. */
async function readPart(
  db: Db,
  readerId: string,
  kind: RequestKind,
  { order, cursor, limit, assigned, isWaiting }: QueueQuery & { isWaiting: boolean },
): Promise<QueueRow[]> {
  const isOldest = order === 'oldest'
  let rows = selectQueue(db, readerId, kind, order)
    .modifyFront(hot('queue'))
    .where('r.slip_asked_at', isWaiting ? 'is not' : 'is', null)
    .where(isAssigned(assigned, readerId))
    .limit(limit + 1)
  if (cursor !== undefined) rows = rows.where('r.id', isOldest ? '>' : '<', decodeCursor(cursor))
  return rows.execute()
}

/** Lists the newest pending requests of a kind, for an overview. */
export async function listNewestPending(db: Db, kind: RequestKind, limit: number): Promise<{ items: Request[] }> {
  const rows = await selectPending(db, kind, 'newest').limit(limit).execute()
  return { items: rows.map((row) => toRequest(row, 'admin')) }
}

function selectPending(db: Db, kind: RequestKind, order: QueueQuery['order']) {
  return selectRequests(db)
    .where('r.status', '=', 'pending')
    .where('r.kind', '=', kind)
    .orderBy('r.id', order === 'oldest' ? 'asc' : 'desc')
}

function selectQueue(db: Db, readerId: string, kind: RequestKind, order: QueueQuery['order']) {
  return selectPending(db, kind, order).select(selectClaim(readerId).as('claim'))
}

type QueueRow = Awaited<ReturnType<ReturnType<typeof selectQueue>['execute']>>[number]

function toQueue(rows: QueueRow[], limit: number): Queue {
  return { ...toPage(rows, limit, (row) => toRequest(row, 'admin')), claims: toClaims(rows.slice(0, limit)) }
}

type Search = QueueQuery & { search: string }

/**
 * Finds the pending requests with a matching requester, recipient or number. A page may hold fewer than `limit` and
 * still have a next page.
 */
async function searchQueue(db: Db, readerId: string, kind: RequestKind, query: Search): Promise<Queue> {
  const { order, limit } = query
  const { rows: found } = await sql<Found>`${selectFound(kind, query, readerId)}`.execute(db)
  const { ids = [], walked = '0', last_id: lastId } = found[0] ?? {}
  const rows = selectQueue(db, readerId, kind, order).where(sql<boolean>`r.id = any(${ids}::uuid[])`)
  const page = toQueue(await rows.execute(), limit)
  const endsEarly = page.next_cursor === null && Number(walked) === walkMax && lastId
  return endsEarly ? { ...page, next_cursor: encodeCursor(lastId) } : page
}

interface Found {
  ids: string[]
  walked: string
  /** The last request that was read; null when the walk read none. */
  last_id: string | null
}

function selectFound(kind: RequestKind, { order, search, cursor, limit, assigned }: Search, readerId: string) {
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
      select id, number, user_id, recipient_id from ledger.requests r
       where kind = ${kind} and status = 'pending' and ${isAfterCursor} and ${isAssigned(assigned, readerId)} order by id ${direction} limit ${walkMax})
    select count(*) as walked, (array_agg(id order by id ${isOldest ? sql`desc` : sql`asc`}))[1] as last_id,
           array(select w.id from walk w
                  where ${isNumber}
                     or ${isBeginning}
                     or ${isPerson('w.user_id')}
                     or ${isPerson('w.recipient_id')}
                  order by w.id ${direction} limit ${limit + 1}) as ids
      from walk`
}
