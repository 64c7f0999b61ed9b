import { sql, type RawBuilder } from 'kysely'
import type { listAllRequests as operation } from '../../../contract/admin-request-list.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeCursor, encodeCursor, type Page } from '../../platform/db/page.ts'
import type { Search } from '../../accounts/users/member-search.ts'
import { selectRequests, toRequest } from './request-rows.ts'
import { isWithin, readRequestCriteria, type RequestCriteria } from './request-criteria.ts'

type Query = InputOf<typeof operation>['query']

interface Reading {
  criteria: RequestCriteria
  isOldest: boolean
  /** The id of the last request of the page before. */
  after: string | undefined
  limit: number
}

interface Found {
  ids: { id: string; user_id: string }[]
  /** The last request that was read, if there may be more behind it. */
  end: string | undefined
}

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
  const { ids, end } = await find(db, { criteria, isOldest: order === 'oldest', after, limit: limit + 1 }, mostWalked)
  const shown = ids.slice(0, limit)
  const next = ids.length > limit ? shown.at(-1)?.id : end
  return { items: await readRequests(db, shown), next_cursor: next === undefined ? null : encodeCursor(next) }
}

async function find(db: Db, reading: Reading, mostWalked: number): Promise<Found> {
  const { members } = reading.criteria
  if (members?.ids) return findOfMembers(db, reading, members.ids)
  if (!members) return walk(db, reading, reading.limit, undefined)
  return walk(db, reading, mostWalked, members.search)
}

/** Walks along the order: pending requests, decided ones, and those decided since the last roll-up. */
async function walk(db: Db, reading: Reading, length: number, search: Search | undefined): Promise<Found> {
  const { limit } = reading
  const isMatch = search ? sql`(select ${search.isMatch} from profiles where profiles.id = user_id limit 1)` : sql`true`
  const { rows } = await sql<{ id: string | null; user_id: string; end_id: string | null }>`
    with walked as materialized (
      select id, user_id, row_number() over (${orderOf(reading)}) as place
        from (${selectAlong(reading, length)}) next_rows ${orderOf(reading)} limit ${sql.lit(length)})
    select f.id, f.user_id, e.end_id from (select) one
      left join (select id as end_id from walked where place = ${sql.lit(length)}) e on true
      left join (select id, user_id from walked where ${isMatch} ${orderOf(reading)} limit ${sql.lit(limit)}) f on true
     ${orderOf(reading)}`.execute(db)
  const ids = rows.flatMap(({ id, user_id }) => (id === null ? [] : [{ id, user_id }]))
  return { ids, end: search ? (rows[0]?.end_id ?? undefined) : undefined }
}

function selectAlong(reading: Reading, length: number): RawBuilder<unknown> {
  const { kinds, statuses } = reading.criteria
  const isNext = sql`${isWithin(reading.criteria)} and ${isBeyond(reading)}`
  const cut = sql`${orderOf(reading)} limit ${sql.lit(length)}`
  const scans = kinds.flatMap((kind) =>
    statuses.map((status) =>
      status === 'pending'
        ? sql`(select id, user_id from ledger.requests where status = 'pending' and kind = ${sql.lit(kind)} and ${isNext} ${cut})`
        : sql`(select id, user_id from ledger.decided where status = ${sql.lit(status)} and kind = ${sql.lit(kind)} and ${isNext} ${cut})`,
    ),
  )
  const fresh = sql`(select id, user_id from ledger.fresh_decided() where ${isOfKinds(reading.criteria)} and ${isNext} ${cut})`
  return sql.join([...scans, fresh], sql` union all `)
}

/** Finds the next requests of each member, with the member's own index. */
async function findOfMembers(db: Db, reading: Reading, members: string[]): Promise<Found> {
  const { criteria, limit } = reading
  const isNext = sql`${isWithin(criteria)} and ${isBeyond(reading)} ${orderOf(reading)} limit ${sql.lit(limit)}`
  const { kinds, statuses } = criteria
  const isAny = kinds.length > 1 && statuses.length > 1
  const next = isAny
    ? sql`select id, user_id from ledger.requests where user_id = member.id and ${isNext}`
    : sql`select one.id, one.user_id from unnest(${sql.val([...kinds])}::text[]) k (kind)
        cross join unnest(${sql.val([...statuses])}::text[]) s (status)
        cross join lateral (select id, user_id from ledger.requests
                             where user_id = member.id and kind = k.kind and status = s.status and ${isNext}) one`
  const { rows } = await sql<{ id: string; user_id: string }>`
    select f.id, f.user_id from unnest(${sql.val(members)}::uuid[]) member (id) cross join lateral (${next}) f
     ${orderOf(reading)} limit ${sql.lit(limit)}`.execute(db)
  return { ids: rows, end: undefined }
}

async function readRequests(db: Db, ids: Found['ids']): Promise<Request[]> {
  if (ids.length === 0) return []
  const users = ids.map(({ user_id }) => user_id)
  const found = sql<{
    id: string
    user_id: string
  }>`unnest(${sql.val(users)}::uuid[], ${sql.val(ids.map(({ id }) => id))}::uuid[])`
  const rows = await selectRequests(db)
    .innerJoin(found.as<'found'>(sql`found (user_id, id)`), (join) =>
      join.onRef('found.user_id', '=', 'r.user_id').onRef('found.id', '=', 'r.id'),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap(({ id }) => byId.get(id) ?? []).map((row) => toRequest(row, 'admin'))
}

export function isOfKinds({ kinds, statuses }: RequestCriteria): RawBuilder<boolean> {
  return sql<boolean>`(kind = any(${sql.val([...kinds])}::text[]) and status = any(${sql.val([...statuses])}::text[]))`
}

function isBeyond({ isOldest, after }: Reading): RawBuilder<boolean> {
  return after === undefined ? sql<boolean>`true` : sql<boolean>`id ${isOldest ? sql`>` : sql`<`} ${after}::uuid`
}

function orderOf({ isOldest }: Reading): RawBuilder<unknown> {
  return isOldest ? sql`order by id` : sql`order by id desc`
}
