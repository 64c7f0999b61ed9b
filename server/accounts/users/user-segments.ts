import { sql, type RawBuilder } from 'kysely'
import type { Profile } from '../../../contract/profiles.ts'
import type { KeyCursor } from '../../platform/db/key-cursor.ts'
import type { UserOrder } from './user-orders.ts'
import type { Search } from './member-search.ts'

/** A part of the list: the people with some statuses who have a sort key, or who have none, after a cursor's row. */
export interface UserSegment {
  order: UserOrder
  isAscending: boolean
  statuses: readonly Profile['status'][]
  isKeyless: boolean
  after: KeyCursor | undefined
}

type Ids = RawBuilder<{ id: string; key: unknown }>

/** Selects the first `count` people of a segment, by one index scan for each status. */
export function selectInOrder(segment: UserSegment, count: number): Ids {
  return sql`select id, key from (${selectAlong(segment, count)}) people ${orderOf(segment)} limit ${sql.lit(count)}`
}

/** Selects the matches among the next `length` people of a segment. An index holds all columns that this reads. */
export function selectMatchesAlongList(
  segment: UserSegment,
  { isMatch }: Search,
  { length, limit }: { length: number; limit: number },
): Ids {
  const along = sql`select * from (${selectAlong(segment, length)}) people ${orderOf(segment)} limit ${sql.lit(length)}`
  return sql`select id, key from (${along}) walked where ${isMatch} ${orderOf(segment)} limit ${limit}`
}

/** Selects the matches of a whole segment by the indexes of the search. */
export function selectMatchesByIndex(
  segment: UserSegment,
  { isPrefixMatch, isInnerMatch }: Search,
  limit: number,
): Ids {
  const { order, statuses } = segment
  const select = (isFound: RawBuilder<unknown>) => sql`select id, ${order.key} as key from profiles
    where ${isInSegment(segment)} and status in (${sql.join(statuses)}) and ${isFound}`
  const [own, other] =
    order.heads === 'member_id'
      ? [isPrefixMatch.member_id, isPrefixMatch.name]
      : [isPrefixMatch.name, isPrefixMatch.member_id]
  const heads = order.heads ? selectHeads(segment, own, limit) : select(own)
  // The parts are materialized, because the database would otherwise plan them as a walk along the list.
  return sql`with heads as materialized (${heads}), other_heads as materialized (${select(sql`${other} and ${own} is not true`)}),
    inside as materialized (${select(isInnerMatch)})
    select id, key from (table heads union all table other_heads union all table inside) matches ${orderOf(segment)} limit ${limit}`
}

/** Selects by the order's own index, in which texts with the same beginning stand side by side. */
function selectHeads(segment: UserSegment, isPrefixMatch: RawBuilder<boolean>, limit: number): RawBuilder<unknown> {
  const scans = segment.statuses.map(
    (status) => sql`(select id, ${segment.order.key} as key from profiles
      where ${isInSegment(segment)} and status = ${sql.lit(status)} and ${isPrefixMatch} ${orderOf(segment)} limit ${limit})`,
  )
  return sql.join(scans, sql` union all `)
}

export function orderOf({ isAscending }: UserSegment): RawBuilder<unknown> {
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
function isInSegment({
  order: { key, read: readKey },
  isAscending,
  isKeyless,
  after,
}: UserSegment): RawBuilder<unknown> {
  const isOfKind = sql`${key} is ${isKeyless ? sql`null` : sql`not null`}`
  if (!after) return isOfKind
  const beyond = isAscending ? sql`>` : sql`<`
  if (isKeyless) return sql`${isOfKind} and id ${beyond} ${after.id}`
  return sql`${isOfKind} and (${key}, id) ${beyond} (${readKey(after.key)}, ${after.id}::uuid)`
}
