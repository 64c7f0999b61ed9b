import { sql, type RawBuilder } from 'kysely'
import { profileStatuses } from '../../../contract/profiles.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { SearchedMembers } from '../../accounts/users/member-search.ts'
import { all, matches, always } from './bounds.ts'
import { keyText, readKey } from './segments.ts'
import { toEntry, type Entry } from './read-segment.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'
import type { MemberLimits } from './access-path.ts'

interface Paging {
  order: 'asc' | 'desc'
  cursor: string | undefined
  limit: number
}

/** A place in the list: a transaction of a member or, when `at` is null, the end of all transactions of the member. */
interface Cursor {
  name: string
  userId: string
  at: string | null
  id: string
}

interface Reading {
  criteria: readonly TransactionCriteria[]
  isAscending: boolean
  after: Cursor | undefined
  limit: number
}

type Row = Entry & { name: string; at: string }

/** Lists transactions by the names of the members, and those of one member by date. */
export async function listByMember(
  db: Db,
  criteria: readonly TransactionCriteria[],
  { order, cursor, limit }: Paging,
  limits: MemberLimits,
): Promise<Page<Entry>> {
  if (criteria.length === 0) return { items: [], next_cursor: null }
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const reading = { criteria, isAscending: order === 'asc', after, limit: limit + 1 }
  const soon = await readMembers(db, reading, { members: limits.first, names: limits.walked })
  const { rows, end } =
    soon.rows.length <= limit && soon.end && !soon.hasWalked
      ? await readMembers(db, reading, { members: limits.most, names: limits.walked })
      : soon
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? cursorOf(last) : end
  return { items: shown.map(toEntry), next_cursor: next ? encodeCursor(next) : null }
}

/** The number of members to read, and the most names to pass until the search has found that many members. */
interface Length {
  members: number
  names: number
}

interface End {
  end_name: string | null
  end_id: string | null
  /** True when the query has passed as many names as it may. */
  has_walked: boolean | null
}

/** Reads the rows of the next members. `end` is the last of these members, if others may come after. */
async function readMembers(db: Db, { criteria, isAscending, after, limit }: Reading, { members, names }: Length) {
  const direction = isAscending ? sql`asc` : sql`desc`
  const inOrder = sql`order by name ${direction}, user_id ${direction}`
  const search = searchOfAll(criteria)
  // Without a search, or with `others`, the index returns only members that count, so `members` of them are enough.
  const mostRead = search && !search.others ? names : members
  const isAny = sql<boolean>`(${sql.join(
    criteria.map((set) => matches(search ? { ...set, members: undefined } : set)),
    sql` or `,
  )})`
  const isNext = after?.at == null ? always : isBeyond(after, isAscending)
  const { rows } = await sql<Partial<Row> & End>`
    with walked as materialized (
      select *, row_number() over (${inOrder}) as place
        from (${selectMembers({ criteria, isAscending, after, limit }, mostRead)}) in_order
       ${inOrder} limit ${sql.lit(mostRead)}),
    people as materialized (
      select name, user_id, row_number() over (${inOrder}) as place from walked where is_found ${inOrder} limit ${sql.lit(members)}),
    last as (
      select name as end_name, user_id as end_id, false as has_walked from people where place = ${sql.lit(members)}
      union all
      select name, user_id, true from walked where place = ${sql.lit(names)} and (select count(*) from people) < ${sql.lit(members)}),
    found as (
      select people.name, l.* from people cross join lateral (
        select typed_lines.*, created_at as key from ledger.typed_lines
         where typed_lines.user_id = people.user_id and ${all([isAny, isNext])}
         order by created_at ${direction}, id ${direction} limit ${sql.lit(limit)}) l
       order by people.name ${direction}, people.user_id ${direction}, key ${direction}, l.id ${direction} limit ${sql.lit(limit)})
    select f.*, e.* from (select) one
      left join last e on true
      left join (select found.id, user_id, type, amount, rate, total_usd_value, balance_after, found.created_at, full_name, email,
                        member_id, name, ${keyText('created_at')} as at, key
                   from found cross join lateral (select full_name, email, member_id from profiles where profiles.id = found.user_id limit 1) p) f on true
     order by name ${direction}, user_id ${direction}, key ${direction}, id ${direction}`.execute(db)
  const [first] = rows
  const end: Cursor | undefined =
    first?.end_id == null ? undefined : { name: first.end_name ?? '', userId: first.end_id, at: null, id: first.end_id }
  const found = rows.filter((row): row is typeof row & Row => row.id != null)
  return { rows: found, end, hasWalked: first?.has_walked === true }
}

/**
 * Returns the search for the members of all rows. Undefined when members are named by id, or when rows of other members
 * match, too.
 */
function searchOfAll([set, ...others]: readonly TransactionCriteria[]): SearchedMembers | undefined {
  const members = others.length === 0 ? set?.members : undefined
  return members?.search && members
}

/** Selects members in the order of their names: only the named ones, if the filter names some. */
function selectMembers({ criteria, isAscending, after }: Reading, count: number): RawBuilder<unknown> {
  const direction = isAscending ? sql`asc` : sql`desc`
  const beyond = isAscending ? sql`>` : sql`<`
  const named = criteria.map(({ members }) => members?.ids)
  // A page may end between two transactions of a member. The next page then begins with that member again.
  const isNext = after
    ? sql`(lower(full_name), id) ${beyond}${after.at === null ? sql`` : sql`=`} (${after.name}::text, ${after.userId}::uuid)`
    : always
  if (named.every((ids) => ids !== undefined)) return selectNamed(named.flat(), isNext)
  const search = searchOfAll(criteria)
  const isRead = search?.others ? search.search.isPrefixMatch.name : always
  const isFound = search && !search.others ? search.search.isMatch : always
  const scans = profileStatuses.map(
    (status) => sql`(select lower(full_name) as name, id as user_id, ${isFound} as is_found from profiles
      where status = ${sql.lit(status)} and ${isNext} and ${isRead}
      order by lower(full_name) ${direction}, id ${direction} limit ${sql.lit(count)})`,
  )
  return sql.join([...scans, ...(search?.others ? [selectNamed(search.others, isNext)] : [])], sql` union all `)
}

/** The named members are materialized, so that the database reads them and does not walk along all names. */
function selectNamed(ids: string[], isNext: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(with named as materialized (
    select lower(full_name) as name, id as user_id from profiles where id = any(${sql.val(ids)}::uuid[]) and ${isNext})
    select name, user_id, true as is_found from named)`
}

function isBeyond({ userId, at, id }: Cursor, isAscending: boolean): RawBuilder<boolean> {
  const beyond = isAscending ? sql`>` : sql`<`
  return sql<boolean>`(people.user_id <> ${userId}::uuid or (created_at, id) ${beyond} (${readKey('created_at', at ?? '0')}, ${id}::uuid))`
}

function cursorOf({ name, user_id: userId, at, id }: Row): Cursor {
  return { name, userId, at, id }
}

function encodeCursor({ name, userId, at, id }: Cursor): string {
  return encodeKeyCursor({ key: `${userId} ${at ?? ''} ${name}`, id })
}

function decodeCursor(cursor: string): Cursor {
  const { key, id } = decodeKeyCursor(cursor, /^[^\0]{0,500}$/)
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{0,16}) (.*)$/s.exec(key ?? '')
  if (!match) throw new Refusal('invalid_request')
  const [, userId = '', at = '', name = ''] = match
  return { name, userId, at: at === '' ? null : at, id }
}
