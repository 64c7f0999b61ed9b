import { sql, type RawBuilder } from 'kysely'
import type { MemberSearch } from '../../accounts/users/member-search.ts'
import type { Db } from '../../platform/db/client.ts'
import { isOfKinds, isWithin, type RequestCriteria } from './request-criteria.ts'

/** The requests that one query looks for. */
export interface RequestSelection {
  criteria: RequestCriteria
  isOldest: boolean
  /** The id of the last request of the page before. */
  after: string | undefined
  limit: number
}

export interface FoundRequests {
  ids: { id: string; user_id: string }[]
  /** The last request that was read, if there may be more behind it. */
  end: string | undefined
}

/**
 * Walks `length` requests along the order: pending requests, decided ones, and those decided since the last roll-up.
 * With a search it keeps the requests of matching members.
 *
 *     (select id, user_id from ledger.requests where status = 'pending' and kind = 'buy' order by id desc limit 21)
 *     union all
 *     (select id, user_id from ledger.decided where status = 'approved' and kind = 'buy' order by id desc limit 21)
 *     union all … the same for rejected and cancelled requests
 *     union all (select id, user_id from ledger.fresh_decided() where kind = any('{buy}') and … order by id desc limit 21)
 *
 *     Merge Append, Sort Key: id DESC
 *       Limit  ->  Index Scan Backward using requests_queue, Index Cond: kind = 'buy'
 *       Limit  ->  Index Only Scan Backward using decided_pkey, Index Cond: kind = 'buy' AND status = 'approved'
 *       … the same for rejected and cancelled requests
 *       Limit  ->  Sort  ->  Function Scan on fresh_decided
 */
export async function findInListOrder(
  db: Db,
  selection: RequestSelection,
  { length, search }: { length: number; search: MemberSearch | undefined },
): Promise<FoundRequests> {
  const { limit } = selection
  const isMatch = search ? sql`(select ${search.isMatch} from profiles where profiles.id = user_id limit 1)` : sql`true`
  const { rows } = await sql<{ id: string | null; user_id: string; end_id: string | null }>`
    with walked as materialized (
      select id, user_id, row_number() over (${orderOf(selection)}) as place
        from (${selectAlong(selection, length)}) next_rows ${orderOf(selection)} limit ${sql.lit(length)})
    select f.id, f.user_id, e.end_id from (select) one
      left join (select id as end_id from walked where place = ${sql.lit(length)}) e on true
      left join (select id, user_id from walked where ${isMatch} ${orderOf(selection)} limit ${sql.lit(limit)}) f on true
     ${orderOf(selection)}`.execute(db)
  const ids = rows.flatMap(({ id, user_id }) => (id === null ? [] : [{ id, user_id }]))
  return { ids, end: search ? (rows[0]?.end_id ?? undefined) : undefined }
}

/**
 * Finds the next requests of each of these members, of any kind and status, by the member's own index.
 *
 *     select f.id, f.user_id from unnest('{019a…,019b…}') member (id) cross join lateral (
 *       select id, user_id from ledger.requests where user_id = member.id order by id desc limit 21) f
 *      order by id desc limit 21
 *
 *     Limit  ->  Sort, Sort Key: id DESC
 *       Nested Loop
 *         Function Scan on unnest member
 *         Limit  ->  Index Only Scan Backward using requests_pkey, Index Cond: user_id = member.id
 */
export async function findByMembers(db: Db, selection: RequestSelection, members: string[]): Promise<FoundRequests> {
  const next = sql`select id, user_id from ledger.requests where user_id = member.id and ${nextRows(selection)}`
  return findForEach(db, selection, { members, next })
}

/**
 * Finds the next requests of each of these members with a kind or a status, by the member's index of kind and status.
 *
 *     select f.id, f.user_id from unnest('{019a…,019b…}') member (id) cross join lateral (
 *       select one.id, one.user_id from unnest('{buy}') k (kind) cross join unnest('{pending,approved,…}') s (status)
 *        cross join lateral (select id, user_id from ledger.requests
 *                             where user_id = member.id and kind = k.kind and status = s.status
 *                             order by id desc limit 21) one) f
 *      order by id desc limit 21
 *
 *     Limit  ->  Sort, Sort Key: id DESC
 *       Nested Loop, over the kinds, the statuses and the members
 *         Limit  ->  Index Only Scan Backward using requests_by_status
 *                    Index Cond: user_id = member.id AND kind = k.kind AND status = s.status
 */
export async function findByMembersAndKind(
  db: Db,
  selection: RequestSelection,
  members: string[],
): Promise<FoundRequests> {
  const { kinds, statuses } = selection.criteria
  const next = sql`select one.id, one.user_id from unnest(${sql.val([...kinds])}::text[]) k (kind)
        cross join unnest(${sql.val([...statuses])}::text[]) s (status)
        cross join lateral (select id, user_id from ledger.requests
                             where user_id = member.id and kind = k.kind and status = s.status and ${nextRows(selection)}) one`
  return findForEach(db, selection, { members, next })
}

async function findForEach(
  db: Db,
  selection: RequestSelection,
  { members, next }: { members: string[]; next: RawBuilder<unknown> },
): Promise<FoundRequests> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    select f.id, f.user_id from unnest(${sql.val(members)}::uuid[]) member (id) cross join lateral (${next}) f
     ${orderOf(selection)} limit ${sql.lit(selection.limit)}`.execute(db)
  return { ids: rows, end: undefined }
}

function nextRows(selection: RequestSelection): RawBuilder<unknown> {
  const isNext = sql`${isWithin(selection.criteria)} and ${isBeyond(selection)}`
  return sql`${isNext} ${orderOf(selection)} limit ${sql.lit(selection.limit)}`
}

/** Selects the next requests of each kind and status, by one index scan each. */
function selectAlong(selection: RequestSelection, length: number): RawBuilder<unknown> {
  const { kinds, statuses } = selection.criteria
  const isNext = sql`${isWithin(selection.criteria)} and ${isBeyond(selection)}`
  const cut = sql`${orderOf(selection)} limit ${sql.lit(length)}`
  const scans = kinds.flatMap((kind) =>
    statuses.map((status) =>
      status === 'pending'
        ? sql`(select id, user_id from ledger.requests where status = 'pending' and kind = ${sql.lit(kind)} and ${isNext} ${cut})`
        : sql`(select id, user_id from ledger.decided where status = ${sql.lit(status)} and kind = ${sql.lit(kind)} and ${isNext} ${cut})`,
    ),
  )
  const fresh = sql`(select id, user_id from ledger.fresh_decided() where ${isOfKinds(selection.criteria)} and ${isNext} ${cut})`
  return sql.join([...scans, fresh], sql` union all `)
}

function isBeyond({ isOldest, after }: RequestSelection): RawBuilder<boolean> {
  return after === undefined ? sql<boolean>`true` : sql<boolean>`id ${isOldest ? sql`>` : sql`<`} ${after}::uuid`
}

function orderOf({ isOldest }: RequestSelection): RawBuilder<unknown> {
  return isOldest ? sql`order by id` : sql`order by id desc`
}
