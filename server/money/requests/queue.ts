import { sql, type RawBuilder } from 'kysely'
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

const directions = { oldest: 'asc', newest: 'desc' } as const

/**
 * Lists the pending requests of a kind, all or those that a search finds, with what other administrators have to do with them.
 * Decided ones leave the queue by themselves, as only pending ones are read. Those that wait for their members come last in
 * every order. A page of a search may hold fewer than `limit` and still have a next page.
 */
export async function listQueue(
  db: Db,
  readerId: string,
  kind: RequestKind,
  { cursor, limit, ...query }: QueueQuery,
): Promise<Queue> {
  const walk = { ...query, readerId, kind, after: cursor === undefined ? undefined : readPlace(cursor) }
  const { rows, end } = query.search ? await search(db, walk, query.search, limit) : await list(db, walk, limit)
  return {
    items: rows.map((row) => toRequest(row, 'admin')),
    next_cursor: end ? writePlace(end) : null,
    claims: toClaims(rows),
  }
}

/** A place in the queue: that of a request, which waits for its member or can be decided. */
interface Place {
  id: string
  isWaiting: boolean
}

/** Begins the cursor of a place among the requests that wait for their members. No other cursor has a full stop. */
const waitingMark = 'm.'

function readPlace(cursor: string): Place {
  return { id: decodeCursor(cursor.replace(waitingMark, '')), isWaiting: cursor.startsWith(waitingMark) }
}

function writePlace({ id, isWaiting }: Place): string {
  return (isWaiting ? waitingMark : '') + encodeCursor(id)
}

/** The way through the queue of one kind. */
interface Walk extends Pick<QueueQuery, 'order' | 'assigned' | 'waits'> {
  readerId: string
  kind: RequestKind
  /** The place to go on from. */
  after: Place | undefined
}

interface QueuePage {
  rows: QueueRow[]
  /** The place from which the next page goes on; undefined on the last page. */
  end: Place | undefined
}

async function list(db: Db, walk: Walk, limit: number): Promise<QueuePage> {
  const ids = sql`array(select w.id from (${selectWalk(walk, rowsOfPage(limit))}) w)`
  const read = await selectQueue(db, walk, ids).modifyFront(hot('queue')).execute()
  return cutPage(read, limit)
}

/** Keeps `limit` rows. Further ones show that there is a next page. */
function cutPage(read: QueueRow[], limit: number): QueuePage {
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  const end = last && { id: last.id, isWaiting: last.slip_asked_at !== null }
  return { rows, end: read.length > limit ? end : undefined }
}

/**
 * Selects the first `length` requests of a walk: those that can be decided, and then those that wait for their members. Each part has an
 * index in its order.
 */
function selectWalk({ kind, readerId, order, assigned, waits, after }: Walk, length: number): RawBuilder<unknown> {
  const direction = sql.raw(directions[order])
  const isAfter = after && sql`and r.id ${sql.raw(order === 'oldest' ? '>' : '<')} ${after.id}::uuid`
  const part = (isWaiting: boolean) => sql`
    (select r.id, r.number, r.user_id, r.recipient_id, ${sql.lit(isWaiting)} as is_waiting from ledger.requests r
      where r.kind = ${sql.lit(kind)} and r.status = 'pending' and r.slip_asked_at ${sql.raw(isWaiting ? 'is not null' : 'is null')}
        and ${isAssigned(assigned, readerId)} ${after?.isWaiting === isWaiting ? isAfter : sql``}
      order by r.id ${direction} limit ${sql.lit(length)})`
  const isRead = {
    decidable: waits !== 'member' && !after?.isWaiting,
    waiting: waits !== 'administrator' || after?.isWaiting,
  }
  const parts = [...(isRead.decidable ? [part(false)] : []), ...(isRead.waiting ? [part(true)] : [])]
  return sql`select * from (${sql.join(parts, sql` union all `)}) part order by is_waiting, id ${direction} limit ${sql.lit(length)}`
}

/** Lists the newest pending requests of a kind, for an overview. */
export async function listNewestPending(db: Db, kind: RequestKind, limit: number): Promise<{ items: Request[] }> {
  const pending = selectPending(db, kind).modifyFront(hot('newest_pending'))
  const rows = await pending.orderBy('r.id', 'desc').limit(sql.lit(limit)).execute()
  return { items: rows.map((row) => toRequest(row, 'admin')) }
}

/**
 * Selects the pending requests of a kind. The status and the kind stand in the text, so that one plan for all calls can use
 * the index of pending requests.
 */
function selectPending(db: Db, kind: RequestKind) {
  return selectRequests(db).where('r.status', '=', sql.lit('pending')).where('r.kind', '=', sql.lit(kind))
}

/** Selects the requests of these ids in the order of the queue. */
function selectQueue(db: Db, { readerId, kind, order }: Walk, ids: RawBuilder<unknown>) {
  return selectPending(db, kind)
    .where(sql<boolean>`r.id = any(${ids})`)
    .orderBy(sql`r.slip_asked_at is not null`)
    .orderBy('r.id', directions[order])
    .select(selectClaim(readerId).as('claim'))
}

type QueueRow = Awaited<ReturnType<ReturnType<typeof selectQueue>['execute']>>[number]

/** Finds the requests of a walk with a matching requester, recipient or number. */
async function search(db: Db, walk: Walk, text: string, limit: number): Promise<QueuePage> {
  const { rows: found } = await sql<Found>`${selectFound(walk, text, limit)}`.execute(db)
  const { ids = [], walked = '0', last } = found[0] ?? {}
  const page = cutPage(await selectQueue(db, walk, sql`${ids}::uuid[]`).execute(), limit)
  const endsEarly = page.end === undefined && Number(walked) === walkMax && last
  return endsEarly ? { ...page, end: last } : page
}

interface Found {
  ids: string[]
  walked: string
  /** The place of the last request that was read; null when the walk read none. */
  last: Place | null
}

function selectFound(walk: Walk, text: string, limit: number) {
  // Each person is looked up by id. With "exists", the database would look through all people instead.
  const isPerson = (id: string) =>
    sql`(select ${readMemberSearch(text)?.isMatch ?? sql`false`} from profiles p where p.id = ${sql.ref(id)} limit 1)`
  const isBeginning = idBeginning.test(text) ? sql`starts_with(w.id::text, lower(${text}::text))` : sql`false`
  const number = readRequestNumber(text)
  const isNumber = number?.kind === walk.kind ? sql`w.number = ${number.value}::bigint` : sql`false`
  const [direction, opposite] = walk.order === 'oldest' ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`]
  return sql`
    with walk as materialized (${selectWalk(walk, walkMax)})
    select count(*) as walked,
           (select jsonb_build_object('id', l.id, 'isWaiting', l.is_waiting) from walk l
             order by l.is_waiting desc, l.id ${opposite} limit 1) as last,
           array(select w.id from walk w
                  where ${isNumber}
                     or ${isBeginning}
                     or ${isPerson('w.user_id')}
                     or ${isPerson('w.recipient_id')}
                  order by w.is_waiting, w.id ${direction} limit ${limit + 1}) as ids
      from walk`
}
