import { sql } from 'kysely'
import { readRequestNumber } from '../../../contract/request-number.ts'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type { listQueue as listQueueOperation } from '../../../contract/queue.ts'
import type { Request, RequestKind } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot, rowsOfPage } from '../../platform/db/prepared.ts'
import { decodeCursor, encodeCursor } from '../../platform/db/page.ts'
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
 * Lists the pending requests of a kind, all or those that a search finds, with what other administrators have to do with them.
 * Decided ones leave the queue by themselves, as only pending ones are read. Those that wait for their members come last in
 * every order. A page of a search may hold fewer than `limit` and still have a next page.
 */
export async function listQueue(
  db: Db,
  readerId: string,
  kind: RequestKind,
  { cursor, limit, waits, ...query }: QueueQuery,
): Promise<Queue> {
  const readPart = async (part: Pick<Part, 'after' | 'limit' | 'isWaiting'>) => {
    const all = { db, readerId, kind, ...query, ...part }
    return query.search ? searchPart(all, query.search) : listPart(all)
  }
  const isWaiting = waits === 'member' || cursor?.startsWith(waitingMark) === true
  const after = cursor === undefined ? undefined : decodeCursor(cursor.replace(waitingMark, ''))
  const first = await readPart({ after, limit, isWaiting })
  if (isWaiting) return toQueue(first, waitingMark)
  if (first.isMore || waits !== undefined) return toQueue(first, '')
  // The requests that can be decided end on this page, and those that wait for their members follow.
  const rest = await readPart({ after: undefined, limit: limit - first.rows.length, isWaiting: true })
  const rows = [...first.rows, ...rest.rows]
  // Without room for one of them here, the next page begins after the last request that can be decided.
  if (rest.end === undefined) return toQueue({ ...rest, rows, end: first.rows.at(-1)?.id }, '')
  return toQueue({ ...rest, rows }, waitingMark)
}

/** Begins the cursor of a page that ends among the requests that wait for their members. No other cursor has a full stop. */
const waitingMark = 'm.'

/** A part of the queue: the requests that wait for their members, or those that can be decided. */
interface Part extends Pick<QueueQuery, 'order' | 'assigned'> {
  db: Db
  readerId: string
  kind: RequestKind
  /** The id of the request to go on from. */
  after: string | undefined
  limit: number
  isWaiting: boolean
}

interface PartOfPage {
  rows: QueueRow[]
  isMore: boolean
  /** The id of the last request that was read; undefined if none was. */
  end: string | undefined
}

async function listPart({ db, readerId, kind, order, assigned, after, limit, isWaiting }: Part): Promise<PartOfPage> {
  let query = selectQueue(db, readerId, kind, order)
    .modifyFront(hot('queue'))
    .where('r.slip_asked_at', isWaiting ? 'is not' : 'is', null)
    .where(isAssigned(assigned, readerId))
    .limit(sql.lit(rowsOfPage(limit)))
  if (after !== undefined) query = query.where('r.id', order === 'oldest' ? '>' : '<', after)
  return cutPart(await query.execute(), limit)
}

/** Keeps `limit` rows. Further ones show that there are more. */
function cutPart(read: QueueRow[], limit: number): PartOfPage {
  const rows = read.slice(0, limit)
  return { rows, isMore: read.length > limit, end: rows.at(-1)?.id }
}

/** Lists the newest pending requests of a kind, for an overview. */
export async function listNewestPending(db: Db, kind: RequestKind, limit: number): Promise<{ items: Request[] }> {
  const newest = selectPending(db, kind, 'newest').modifyFront(hot('newest_pending'))
  const rows = await newest.limit(sql.lit(limit)).execute()
  return { items: rows.map((row) => toRequest(row, 'admin')) }
}

/**
 * Selects the pending requests of a kind. The status and the kind stand in the text, so that one plan for all calls can use
 * the index of pending requests.
 */
function selectPending(db: Db, kind: RequestKind, order: QueueQuery['order']) {
  return selectRequests(db)
    .where('r.status', '=', sql.lit('pending'))
    .where('r.kind', '=', sql.lit(kind))
    .orderBy('r.id', order === 'oldest' ? 'asc' : 'desc')
}

function selectQueue(db: Db, readerId: string, kind: RequestKind, order: QueueQuery['order']) {
  return selectPending(db, kind, order).select(selectClaim(readerId).as('claim'))
}

type QueueRow = Awaited<ReturnType<ReturnType<typeof selectQueue>['execute']>>[number]

function toQueue({ rows, isMore, end }: PartOfPage, mark: string): Queue {
  const cursor = isMore && end !== undefined ? mark + encodeCursor(end) : null
  return { items: rows.map((row) => toRequest(row, 'admin')), next_cursor: cursor, claims: toClaims(rows) }
}

/** Finds the requests of a part with a matching requester, recipient or number. */
async function searchPart(part: Part, search: string): Promise<PartOfPage> {
  const { db, readerId, kind, order, limit } = part
  const { rows: found } = await sql<Found>`${selectFound(part, search)}`.execute(db)
  const { ids = [], walked = '0', last_id: lastId } = found[0] ?? {}
  const rows = selectQueue(db, readerId, kind, order).where(sql<boolean>`r.id = any(${ids}::uuid[])`)
  const page = cutPart(await rows.execute(), limit)
  const endsEarly = !page.isMore && Number(walked) === walkMax && lastId
  return endsEarly ? { ...page, isMore: true, end: lastId } : page
}

interface Found {
  ids: string[]
  walked: string
  /** The last request that was read; null when the walk read none. */
  last_id: string | null
}

function selectFound({ kind, readerId, order, after, limit, assigned, isWaiting }: Part, search: string) {
  const isOldest = order === 'oldest'
  const direction = isOldest ? sql`asc` : sql`desc`
  const isAfter = after === undefined ? sql`true` : sql`id ${isOldest ? sql`>` : sql`<`} ${after}::uuid`
  const isOfPart = isWaiting ? sql`slip_asked_at is not null` : sql`slip_asked_at is null`
  // Each person is looked up by id. With "exists", the database would look through all people instead.
  const isPerson = (id: string) =>
    sql`(select ${readMemberSearch(search)?.isMatch ?? sql`false`} from profiles p where p.id = ${sql.ref(id)} limit 1)`
  const isBeginning = idBeginning.test(search) ? sql`starts_with(w.id::text, lower(${search}::text))` : sql`false`
  const number = readRequestNumber(search)
  const isNumber = number?.kind === kind ? sql`w.number = ${number.value}::bigint` : sql`false`
  return sql`
    with walk as materialized (
      select id, number, user_id, recipient_id from ledger.requests r
       where kind = ${kind} and status = 'pending' and ${isOfPart} and ${isAfter} and ${isAssigned(assigned, readerId)}
       order by id ${direction} limit ${walkMax})
    select count(*) as walked, (array_agg(id order by id ${isOldest ? sql`desc` : sql`asc`}))[1] as last_id,
           array(select w.id from walk w
                  where ${isNumber}
                     or ${isBeginning}
                     or ${isPerson('w.user_id')}
                     or ${isPerson('w.recipient_id')}
                  order by w.id ${direction} limit ${limit + 1}) as ids
      from walk`
}
