import { sql, type RawBuilder } from 'kysely'
import type { Profile } from '../../../contract/profiles.ts'
import type { UserSort } from '../../../contract/users.ts'
import type { Db } from '../../platform/db/client.ts'
import type { KeyCursor } from '../../platform/db/key-cursor.ts'
import { profileColumns } from '../members/members.ts'
import type { MemberSearch } from './member-search.ts'

/** A part of the list: the people with some statuses who have a sort key, or who have none, after a cursor's row. */
export interface UserSegment {
  order: UserOrder
  isAscending: boolean
  statuses: readonly Profile['status'][]
  isKeyless: boolean
  after: KeyCursor | undefined
}

/** The ids and sort keys of the people that an access path finds, in the order of the list. */
type Ids = RawBuilder<{ id: string; key: unknown }>

/**
 * Selects the first `count` people of a segment, by one index scan for each status.
 *
 *     select id, key from (
 *       (select id, search_text, lower(full_name) as key from profiles
 *         where lower(full_name) is not null and status = 'Active' order by key, id limit 21)
 *       union all … the same for each other status
 *     ) people order by key, id limit 21
 *
 *     Merge Append
 *       Limit  ->  Index Only Scan using profiles_by_name, Index Cond: status = 'Active' AND lower(full_name) IS NOT NULL
 *       … the same for each other status
 */
export function selectInOrder(segment: UserSegment, count: number): Ids {
  return sql`select id, key from (${selectAlong(segment, count)}) people ${orderOf(segment)} limit ${sql.lit(count)}`
}

/**
 * Selects the matches among the next `length` people of a segment. The index of the order holds all columns that this
 * reads, so the table itself is not read.
 *
 *     select id, key from (
 *       select * from (… as in selectInOrder, with 2000 people …) people order by key, id limit 2000
 *     ) walked where strpos(search_text, lower('eve')) > 0 order by key, id limit 21
 *
 *     Limit
 *       Subquery Scan on walked, Filter: strpos(search_text, 'eve') > 0
 *         Merge Append  ->  Index Only Scan using profiles_by_joined, Index Cond: status = 'Active'
 */
export function selectMatchesAlongList(
  segment: UserSegment,
  { isMatch }: MemberSearch,
  { length, limit }: { length: number; limit: number },
): Ids {
  const along = sql`select * from (${selectAlong(segment, length)}) people ${orderOf(segment)} limit ${sql.lit(length)}`
  return sql`select id, key from (${along}) walked where ${isMatch} ${orderOf(segment)} limit ${limit}`
}

/**
 * Selects the matches of a whole segment by the indexes of the search. `heads` are the people with a name that begins
 * with the text, `other_heads` those with such a member id, and `inside` are the other matches. In the order by member
 * id, name and member id change places.
 *
 *     with heads as materialized (… starts_with(lower(full_name), 'zzz') order by key, id limit 21),
 *          other_heads as materialized (… starts_with(member_id, 'ZZZ')),
 *          inside as materialized (… inner_grams(full_name, email, member_id) @> rare_grams('zzz'))
 *     select id, key from (table heads union all table other_heads union all table inside) matches
 *      order by key, id limit 21
 *
 *     Sort, Sort Key: key, id
 *       CTE heads        Index Only Scan using profiles_by_name, Index Cond: lower(full_name) >= 'zzz' AND < 'zz{'
 *       CTE other_heads  Index Scan using profiles_by_member_head, Index Cond: member_id ~>=~ 'ZZZ' AND ~<~ 'ZZ['
 *       CTE inside       Bitmap Index Scan on profiles_by_inner_gram
 */
export function selectMatchesByIndex(
  segment: UserSegment,
  { isPrefixMatch, isInnerMatch }: MemberSearch,
  limit: number,
): Ids {
  const { order, statuses } = segment
  const select = (isFound: RawBuilder<unknown>) => sql`select id, ${order.key} as key from profiles
    where ${isInSegment(segment)} and status in (${sql.join(statuses)}) and ${isFound}`
  const [isOwnPrefix, isOtherPrefix] =
    order.prefixColumn === 'member_id'
      ? [isPrefixMatch.member_id, isPrefixMatch.name]
      : [isPrefixMatch.name, isPrefixMatch.member_id]
  const heads = order.prefixColumn ? selectPrefixMatches(segment, isOwnPrefix, limit) : select(isOwnPrefix)
  // The parts are materialized, because the database would otherwise plan them as a walk along the list.
  return sql`with heads as materialized (${heads}), other_heads as materialized (${select(sql`${isOtherPrefix} and ${isOwnPrefix} is not true`)}),
    inside as materialized (${select(isInnerMatch)})
    select id, key from (table heads union all table other_heads union all table inside) matches ${orderOf(segment)} limit ${limit}`
}

const columns = sql.join(profileColumns.map((name) => sql.ref(`p.${name}`)))
export type UserRow = Profile & { sort_key: string | null }

/** Reads the other columns of the people that an access path has found. The access paths themselves read indexes only. */
export async function readPeople(db: Db, ids: Ids, segment: UserSegment): Promise<UserRow[]> {
  // The lateral join reads the rows one by one, so that the database does not scan the whole table for a few ids.
  const query = sql<UserRow>`select ${columns}, ${segment.order.keyText} as sort_key from (${ids}) shown
    cross join lateral (select * from profiles where profiles.id = shown.id limit 1) p ${orderOf(segment)}`
  return (await query.execute(db)).rows
}

/** Selects by the order's own index, in which texts with the same beginning stand side by side. */
function selectPrefixMatches(segment: UserSegment, isPrefix: RawBuilder<boolean>, limit: number): RawBuilder<unknown> {
  const scans = segment.statuses.map(
    (status) => sql`(select id, ${segment.order.key} as key from profiles
      where ${isInSegment(segment)} and status = ${sql.lit(status)} and ${isPrefix} ${orderOf(segment)} limit ${limit})`,
  )
  return sql.join(scans, sql` union all `)
}

function orderOf({ isAscending }: UserSegment): RawBuilder<unknown> {
  return isAscending ? sql`order by key, id` : sql`order by key desc, id desc`
}

function selectAlong(segment: UserSegment, count: number): RawBuilder<unknown> {
  const { order, statuses } = segment
  const scans = statuses.map(
    (status) => sql`(select id, search_text, ${order.key} as key from profiles
      where ${isInSegment(segment)} and status = ${sql.lit(status)} ${orderOf(segment)} limit ${sql.lit(count)})`,
  )
  return sql.join(scans, sql` union all `)
}

/** True if a row belongs to the segment and comes after its cursor. */
function isInSegment({ order: { key, readKey }, isAscending, isKeyless, after }: UserSegment): RawBuilder<unknown> {
  const isOfKind = sql`${key} is ${isKeyless ? sql`null` : sql`not null`}`
  if (!after) return isOfKind
  const beyond = isAscending ? sql`>` : sql`<`
  if (isKeyless) return sql`${isOfKind} and id ${beyond} ${after.id}`
  return sql`${isOfKind} and (${key}, id) ${beyond} (${readKey(after.key)}, ${after.id}::uuid)`
}

export interface UserOrder {
  /** The expression to sort by, as the index of this order has it. */
  key: RawBuilder<unknown>
  /** `keyText` turns the key into the text of a cursor. `keyPattern` matches that text, and `readKey` turns it back. */
  keyText: RawBuilder<string>
  keyPattern: RegExp
  readKey: (text: string | null) => RawBuilder<unknown>
  /** True if some people have no such key. */
  isOptional: boolean
  /** The column that this order sorts by, if a search can match its beginning. */
  prefixColumn?: 'name' | 'member_id'
}

const texts = {
  keyText: sql<string>`key`,
  keyPattern: /^[^\0]{0,300}$/,
  readKey: (text: string | null) => sql`${text}::text`,
  isOptional: false,
}

/** Moments are sent as microseconds, because a text could name a moment that does not exist. */
const moments = {
  keyText: sql<string>`(extract(epoch from key) * 1000000)::bigint::text`,
  keyPattern: /^\d{1,16}$/,
  readKey: (text: string | null) => sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`,
  isOptional: false,
}

export const userOrders: Record<UserSort, UserOrder> = {
  name: { ...texts, key: sql`lower(full_name)`, prefixColumn: 'name' },
  member_id: { ...texts, key: sql`member_id`, isOptional: true, prefixColumn: 'member_id' },
  wallet: { ...texts, key: sql`wallet_address`, isOptional: true },
  status: { ...texts, key: sql`status` },
  joined: { ...moments, key: sql`created_at` },
}
