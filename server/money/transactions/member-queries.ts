import { sql, type RawBuilder } from 'kysely'
import { profileStatuses } from '../../../contract/endpoints/profiles.ts'
import type { MemberSearch } from '../../accounts/users/member-search.ts'
import type { Db } from '../../platform/db/client.ts'
import { allOf, always, matchesCriteria } from './conditions.ts'
import type { TransactionEntry } from './entry.ts'
import { keyText, readKey } from './segments.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'

/**
 * The way in which the query finds the next members in the order of their names. They are the named members alone, all
 * members, the matches of a search, or the names that begin with the text of a search and its other matches by id.
 */
export type MemberPath =
  | { kind: 'named'; ids: string[] }
  | { kind: 'all' }
  | { kind: 'search'; search: MemberSearch }
  | { kind: 'prefix'; search: MemberSearch; others: string[] }

/** A position in the list: a transaction of a member or, when `at` is null, the end of all transactions of the member. */
export interface MemberCursor {
  name: string
  userId: string
  at: string | null
  id: string
}

/** The next `limit` transactions by the names of the members that match one of the criteria. */
export interface MemberQuery {
  path: MemberPath
  criteria: readonly TransactionCriteria[]
  isAscending: boolean
  after: MemberCursor | undefined
  limit: number
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

type Row = TransactionEntry & { name: string; at: string }

/**
 * Reads the rows of the next members. `end` is the last of these members, if others may come after. Each member's rows
 * come from the index of the member's own lines.
 *
 *     with walked as (… the members, see below …), people as (… the first 40 of them …)
 *     select … from people cross join lateral (
 *       select … from ledger.typed_lines where user_id = people.user_id and type = any('{BUY,BONUS,…}')
 *        order by created_at desc, id desc limit 21) l
 *      order by people.name desc, people.user_id desc, key desc, l.id desc limit 21
 *
 *     Limit
 *       Incremental Sort, Presorted Key: people.name, people.user_id
 *         Nested Loop
 *           CTE Scan on people
 *           Limit  ->  Index Scan Backward using lines_by_time, Index Cond: user_id = people.user_id
 */
export async function readMembers(db: Db, query: MemberQuery, { members, names }: Length) {
  const { path, criteria, isAscending, after, limit } = query
  const direction = isAscending ? sql`asc` : sql`desc`
  const inOrder = sql`order by name ${direction}, user_id ${direction}`
  // Except on the walk of a search, the path returns only members that count, so `members` of them are enough.
  const mostRead = path.kind === 'search' ? names : members
  const isAny = sql<boolean>`(${sql.join(
    criteria.map((set) => matchesCriteria(set)),
    sql` or `,
  )})`
  const isNext = after?.at == null ? always : isBeyond(after, isAscending)
  const { rows } = await sql<Partial<Row> & End>`
    with walked as materialized (
      select *, row_number() over (${inOrder}) as place
        from (${selectMembers(query, mostRead)}) in_order
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
         where typed_lines.user_id = people.user_id and ${allOf([isAny, isNext])}
         order by created_at ${direction}, id ${direction} limit ${sql.lit(limit)}) l
       order by people.name ${direction}, people.user_id ${direction}, key ${direction}, l.id ${direction} limit ${sql.lit(limit)})
    select f.*, e.* from (select) one
      left join last e on true
      left join (select found.id, user_id, type, amount, rate, total_usd_value, balance_after, found.created_at, full_name, email,
                        member_id, name, ${keyText('created_at')} as at, key
                   from found cross join lateral (select full_name, email, member_id from profiles where profiles.id = found.user_id limit 1) p) f on true
     order by name ${direction}, user_id ${direction}, key ${direction}, id ${direction}`.execute(db)
  const [first] = rows
  const end: MemberCursor | undefined =
    first?.end_id == null ? undefined : { name: first.end_name ?? '', userId: first.end_id, at: null, id: first.end_id }
  const found = rows.filter((row): row is typeof row & Row => row.id != null)
  return { rows: found, end, hasWalked: first?.has_walked === true }
}

function selectMembers(query: MemberQuery, count: number): RawBuilder<unknown> {
  const { path } = query
  switch (path.kind) {
    case 'named':
      return selectNamed(query, path.ids)
    case 'all':
      return selectAlongNames(query, { count, isRead: always, isFound: always })
    case 'search':
      return selectAlongNames(query, { count, isRead: always, isFound: path.search.isMatch })
    case 'prefix': {
      const named = selectNamed(query, path.others)
      return sql`${selectAlongNames(query, { count, isRead: path.search.isPrefixMatch.name, isFound: always })} union all ${named}`
    }
  }
}

interface NameWalk {
  count: number
  /** The condition that the index of names answers. */
  isRead: RawBuilder<boolean>
  /** The condition that is checked on each name. */
  isFound: RawBuilder<boolean>
}

/**
 * Selects members along the index of names, by one index scan for each status.
 *
 *     (select lower(full_name) as name, id as user_id, true as is_found from profiles
 *       where status = 'Active' order by lower(full_name) desc, id desc limit 40)
 *     union all … the same for each other status
 *
 *     Merge Append, Sort Key: lower(full_name) DESC, id DESC
 *       Limit  ->  Index Only Scan Backward using profiles_by_name, Index Cond: status = 'Active'
 *       … the same for each other status
 */
function selectAlongNames(query: MemberQuery, { count, isRead, isFound }: NameWalk): RawBuilder<unknown> {
  const direction = query.isAscending ? sql`asc` : sql`desc`
  const scans = profileStatuses.map(
    (status) => sql`(select lower(full_name) as name, id as user_id, ${isFound} as is_found from profiles
      where status = ${sql.lit(status)} and ${isNextMember(query)} and ${isRead}
      order by lower(full_name) ${direction}, id ${direction} limit ${sql.lit(count)})`,
  )
  return sql.join(scans, sql` union all `)
}

/**
 * Selects members by id. They are materialized, so that the database reads them and does not walk along all names.
 *
 *     with named as materialized (select lower(full_name) as name, id as user_id from profiles where id = any('{019a…,019b…}'))
 *     select name, user_id, true as is_found from named
 *
 *     CTE named  ->  Index Scan using profiles_pkey, Index Cond: id = ANY ('{019a…,019b…}')
 */
function selectNamed(query: MemberQuery, ids: string[]): RawBuilder<unknown> {
  return sql`(with named as materialized (
    select lower(full_name) as name, id as user_id from profiles where id = any(${sql.val(ids)}::uuid[]) and ${isNextMember(query)})
    select name, user_id, true as is_found from named)`
}

/** A page may end between two transactions of a member. The next page then begins with that member again. */
function isNextMember({ after, isAscending }: MemberQuery): RawBuilder<unknown> {
  if (!after) return always
  const beyond = isAscending ? sql`>` : sql`<`
  return sql`(lower(full_name), id) ${beyond}${after.at === null ? sql`` : sql`=`} (${after.name}::text, ${after.userId}::uuid)`
}

function isBeyond({ userId, at, id }: MemberCursor, isAscending: boolean): RawBuilder<boolean> {
  const beyond = isAscending ? sql`>` : sql`<`
  return sql<boolean>`(people.user_id <> ${userId}::uuid or (created_at, id) ${beyond} (${readKey('created_at', at ?? '0')}, ${id}::uuid))`
}
