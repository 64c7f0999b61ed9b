import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import { allOf, always, indexedCondition, isOfMonth, isOfTypes, isWithinDays, matchesCriteria } from './conditions.ts'
import { toEntry, type TransactionEntry } from './entry.ts'
import { monthsOf } from './months.ts'
import { keyText, readKey, type Cursor, type KeyColumn, type Segment } from './segments.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'

/** The next `limit` rows of one segment that match the criteria. */
export interface SegmentQuery {
  segment: Segment
  criteria: TransactionCriteria
  after: Cursor | undefined
  limit: number
}

/** A row of a segment, and the cursor of a page that ends with it. */
export interface SegmentRow {
  entry: TransactionEntry
  cursor: Cursor
}

export interface SegmentRows {
  /** The rows in order, with one more than the page if there are more. */
  rows: SegmentRow[]
  /** The last row that the query passed, if there may be more behind it. */
  end: Cursor | undefined
}

/** The most rows that a walk passes, and the condition that it checks on each. */
interface Walk {
  length: number
  isMatch: RawBuilder<boolean>
}

/**
 * Walks along the indexes by type that sort the rows by the key of the segment. It adds the rows that are not rolled up
 * yet. If the filter names few months, it walks along the indexes of these months.
 *
 *     (select user_id, version, id, created_at, amount, total_usd_value as key from ledger.entries
 *       where type = 'BUY' order by key, id limit 21)
 *     union all … the same for each other type
 *     union all (select … from ledger.fresh_entries() where type = any(…) order by key, id limit 21)
 *
 *     Merge Append, Sort Key: total_usd_value, id
 *       Limit  ->  Index Only Scan using entries_by_value, Index Cond: type = 'BUY'
 *       … the same for each other type
 *       Limit  ->  Sort  ->  Function Scan on fresh_entries
 */
export async function walkIndexes(db: Db, query: SegmentQuery, walk: Walk): Promise<SegmentRows> {
  const { segment, criteria } = query
  const next = nextRows(query, walk.length)
  const columns = columnsOf(segment.key)
  const months = segment.key === 'created_at' ? undefined : monthsOf(criteria)
  const isInMonth = months ? months.firstDays.map((first) => isOfMonth(first)) : [always]
  const scans = segment.types.flatMap((type) =>
    isInMonth.map(
      (isMonth) => sql`(select ${columns} from ledger.entries
        where type = ${sql.lit(type)} and ${isMonth} and ${next})`,
    ),
  )
  const fresh = sql`(select ${columns} from ledger.fresh_entries()
    where ${isOfTypes(segment.types)} and ${months ? isWithinDays(criteria) : always} and ${next})`
  return readRows(db, query, { ...walk, source: sql.join([...scans, fresh], sql` union all `) })
}

/**
 * Walks along one member's own lines by date, in the ledger itself.
 *
 *     select user_id, version, id, created_at, amount, created_at as key from ledger.typed_lines
 *      where user_id = '019a…' and type = any('{BUY,BONUS,…}') order by key, id limit 21
 *
 *     Limit
 *       Incremental Sort, Presorted Key: created_at
 *         Index Scan using lines_by_time, Index Cond: user_id = '019a…', Filter: type = ANY ('{BUY,BONUS,…}')
 */
export async function walkLinesOfMember(db: Db, query: SegmentQuery, walk: Walk): Promise<SegmentRows> {
  const { segment, criteria } = query
  const source = sql`(select ${columnsOf(segment.key)} from ledger.typed_lines
      where user_id = ${criteria.members?.ids?.[0]}::uuid and ${isOfTypes(segment.types)} and ${nextRows(query, walk.length)})`
  return readRows(db, query, { ...walk, source })
}

/**
 * Reads all matching rows of the segment and sorts them. It is used when the members, the days or the amounts have few
 * rows.
 *
 *     with few as materialized (select user_id, version, id, created_at, amount, total_usd_value as key
 *                                 from ledger.entries where type = any('{BUY,BONUS,…}') and amount >= 500)
 *     select * from few
 *     union all (select … from ledger.fresh_entries() where type = any('{BUY,BONUS,…}') and amount >= 500)
 *
 *     Sort, Sort Key: key, id
 *       Append
 *         CTE few  ->  Index Scan using entries_by_coins, Index Cond: type = ANY ('{BUY,BONUS,…}') AND amount >= 500
 *         Function Scan on fresh_entries, Filter: amount >= 500
 */
export async function readAllMatches(db: Db, query: SegmentQuery): Promise<SegmentRows> {
  const { segment, criteria, after, limit } = query
  const isNext = allOf([matchesCriteria({ ...criteria, types: segment.types }), isBeyond(segment, after)])
  const from = (table: RawBuilder<unknown>) => sql`select ${columnsOf(segment.key)} from ${table} where ${isNext}`
  // The rows are materialized, so that the database reads these few and sorts them, instead of walking along the order.
  const few = sql`(with few as materialized (${from(sql`ledger.entries`)}) select * from few)`
  const source = sql`${few} union all (${from(sql`ledger.fresh_entries()`)})`
  return readRows(db, query, { source, length: limit, isMatch: always })
}

type Row = Partial<TransactionEntry & { sort_key: string }> & { end_key: string | null; end_id: string | null }

/**
 * Reads the rows that an access path has found. So far, the indexes have answered. The rest of each row and its
 * member's name are read row by row. Otherwise the database might read whole tables for the sake of a few rows.
 */
async function readRows(
  db: Db,
  { segment, limit }: SegmentQuery,
  { source, length, isMatch }: Walk & { source: RawBuilder<unknown> },
): Promise<SegmentRows> {
  const { rows } = await sql<Row>`
    with walked as materialized (
      select *, row_number() over (${orderOf(segment)}) as place from (${source}) next_rows ${orderOf(segment)} limit ${sql.lit(length)}),
    found as (select * from walked where ${isMatch} ${orderOf(segment)} limit ${sql.lit(limit)})
    select f.*, e.end_key, e.end_id
      from (select) one
      left join (select ${keyText(segment.key)} as end_key, id as end_id from walked where place = ${sql.lit(length)}) e on true
      left join (select l.id, l.user_id, type, l.amount, rate, total_usd_value, balance_after, l.created_at,
                        full_name, email, member_id, ${keyText(segment.key)} as sort_key, key
                   from found
                  cross join lateral (select * from ledger.typed_lines where user_id = found.user_id and version = found.version limit 1) l
                  cross join lateral (select full_name, email, member_id from profiles where profiles.id = found.user_id limit 1) p) f on true
     ${orderOf(segment)}`.execute(db)
  const [first] = rows
  const end = first?.end_key == null ? undefined : { segment: segment.name, key: first.end_key, id: first.end_id ?? '' }
  return { rows: rows.flatMap((row) => (isFound(row) ? [toSegmentRow(segment, row)] : [])), end }
}

type FoundRow = TransactionEntry & { sort_key: string }

/** An empty result has one row with the end of the walk alone. */
function isFound(row: Row): row is Row & FoundRow {
  return row.id != null
}

function toSegmentRow({ name }: Segment, row: FoundRow): SegmentRow {
  return { entry: toEntry(row), cursor: { segment: name, key: row.sort_key, id: row.id } }
}

/** Selects only the columns that all indexes of a walk hold. */
function columnsOf(key: KeyColumn): RawBuilder<unknown> {
  return sql`user_id, version, id, created_at, amount, ${sql.ref(key)} as key`
}

/** Returns the end of a scan: the rows after the cursor, as far as the index tells, in order, at most `length`. */
function nextRows({ segment, criteria, after }: SegmentQuery, length: number): RawBuilder<unknown> {
  const isNext = allOf([indexedCondition(segment.key, criteria), isBeyond(segment, after)])
  return sql`${isNext} ${orderOf(segment)} limit ${sql.lit(length)}`
}

function isBeyond({ key, isAscending }: Segment, after: Cursor | undefined): RawBuilder<boolean> {
  if (!after) return always
  const beyond = isAscending ? sql`>` : sql`<`
  return sql<boolean>`(${sql.ref(key)}, id) ${beyond} (${readKey(key, after.key)}, ${after.id}::uuid)`
}

function orderOf({ isAscending }: Segment): RawBuilder<unknown> {
  return isAscending ? sql`order by key, id` : sql`order by key desc, id desc`
}
