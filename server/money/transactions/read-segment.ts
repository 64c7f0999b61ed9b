import { sql, type RawBuilder } from 'kysely'
import type { OutputOf } from '../../../contract/operation.ts'
import type { listTransactions } from '../../../contract/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import {
  all,
  isOfMonth,
  isOfTypes,
  indexedCondition,
  matches,
  isWithinDays,
  remainingCondition,
  always,
} from './bounds.ts'
import { monthsOf } from './months.ts'
import { keyText, readKey, type KeyColumn, type Segment, type Cursor } from './segments.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'
import type { QueryLimits, AccessPath } from './access-path.ts'

export type Entry = OutputOf<typeof listTransactions>['items'][number]
export type SortedRow = Entry & { sort_key: string }

export interface SegmentRows {
  /** The rows in order, with one more than the page if there are more. */
  rows: SortedRow[]
  /** The last row that the query passed, if there may be more behind it. */
  end: Cursor | undefined
}

interface Reading {
  segment: Segment
  criteria: TransactionCriteria
  /**
   * Chooses the way to find rows that no index has in order. It is called only when the first walk has not filled the
   * page.
   */
  chooseAccessPath: () => Promise<AccessPath>
  limits: QueryLimits['rows']
  after: Cursor | undefined
  limit: number
}

/**
 * Reads the next rows of one segment of a list. It reads no more rows than the page needs, or than one query may read.
 */
export async function readSegment(db: Db, reading: Reading): Promise<SegmentRows> {
  const { segment, criteria, limits, limit } = reading
  const remaining = remainingCondition(
    segment.key,
    isOwnByDate(reading) ? { ...criteria, members: undefined } : criteria,
  )
  if (!remaining) return read(db, reading, { source: selectAlong(reading, limit), length: limit, isMatch: always })
  const walk = async (length: number) =>
    read(db, reading, { source: selectAlong(reading, length), length, isMatch: remaining })
  // Finding the member of a row costs as much as passing ten rows. A walk stops once the page is full.
  const isSearch = criteria.members?.search !== undefined
  const soon = await walk(isSearch ? Math.ceil(limits.most / 10) : limits.first)
  if (soon.rows.length === limit || !soon.end) return soon
  if ((await reading.chooseAccessPath()) === 'walk') return isSearch ? soon : walk(limits.most)
  return read(db, reading, { source: selectAll(reading), length: limit, isMatch: always })
}

/** Returns what a list shows of a row, without the values that only sort it. */
export function toEntry(sorted: Entry): Entry {
  const { id, user_id, type, amount, rate, total_usd_value, balance_after, created_at, ...row } = sorted
  const { full_name, email, member_id } = row
  return { id, user_id, type, amount, rate, total_usd_value, balance_after, created_at, full_name, email, member_id }
}

interface Walk {
  source: RawBuilder<unknown>
  length: number
  isMatch: RawBuilder<boolean>
}

// So far, the indexes have answered. The rest of each row and its member's name are read row by row. Otherwise the
// database might read whole tables for the sake of a few rows.
async function read(db: Db, { segment, limit }: Reading, { source, length, isMatch }: Walk): Promise<SegmentRows> {
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
  return { rows: rows.filter((row): row is Row & SortedRow => row.id != null).map(toSortedRow), end }
}

type Row = Partial<SortedRow> & { end_key: string | null; end_id: string | null }

function toSortedRow({
  id,
  user_id,
  type,
  amount,
  rate,
  total_usd_value,
  balance_after,
  created_at,
  ...row
}: SortedRow): SortedRow {
  const { full_name, email, member_id, sort_key } = row
  const entry = { id, user_id, type, amount, rate, total_usd_value, balance_after, created_at }
  return { ...entry, full_name, email, member_id, sort_key }
}

/** Selects only the columns that all indexes of a walk hold. */
function columnsOf(key: KeyColumn): RawBuilder<unknown> {
  return sql`user_id, version, id, created_at, amount, ${sql.ref(key)} as key`
}

/**
 * Selects at most `length` rows in the order of the segment: a scan of an index for each type. It adds the rows that
 * are not rolled up yet.
 */
function selectAlong(reading: Reading, length: number): RawBuilder<unknown> {
  const { segment, criteria, after } = reading
  const isNext = all([indexedCondition(segment.key, criteria), isBeyond(segment, after)])
  const cut = sql`${orderOf(segment)} limit ${sql.lit(length)}`
  const columns = columnsOf(segment.key)
  if (isOwnByDate(reading)) {
    return sql`(select ${columns} from ledger.typed_lines
      where user_id = ${criteria.members?.ids?.[0]}::uuid and ${isOfTypes(segment.types)} and ${isNext} ${cut})`
  }
  const months = segment.key === 'created_at' ? undefined : monthsOf(criteria)
  const parts = months ? months.firsts.map((first) => isOfMonth(first)) : [always]
  const scans = segment.types.flatMap((type) =>
    parts.map(
      (part) => sql`(select ${columns} from ledger.entries
        where type = ${sql.lit(type)} and ${part} and ${isNext} ${cut})`,
    ),
  )
  const fresh = sql`(select ${columns} from ledger.fresh_entries()
    where ${isOfTypes(segment.types)} and ${months ? isWithinDays(criteria) : always} and ${isNext} ${cut})`
  return sql.join([...scans, fresh], sql` union all `)
}

/** True when the rows are one member's own lines by date, for which there is an index. */
function isOwnByDate({ segment, criteria }: Reading): boolean {
  return segment.key === 'created_at' && criteria.members?.ids?.length === 1
}

/** Selects all matching rows of the segment. It is used when they are few. */
function selectAll({ segment, criteria, after }: Reading): RawBuilder<unknown> {
  const isNext = all([matches({ ...criteria, types: segment.types }), isBeyond(segment, after)])
  const from = (source: RawBuilder<unknown>) => sql`select ${columnsOf(segment.key)} from ${source} where ${isNext}`
  // The rows are materialized, so that the database reads these few and sorts them, instead of walking along the order.
  const few = (source: RawBuilder<unknown>) => sql`(with few as materialized (${from(source)}) select * from few)`
  return sql`${few(sql`ledger.entries`)} union all (${from(sql`ledger.fresh_entries()`)})`
}

function isBeyond({ key, isAscending }: Segment, after: Cursor | undefined): RawBuilder<boolean> {
  if (!after) return always
  const beyond = isAscending ? sql`>` : sql`<`
  return sql<boolean>`(${sql.ref(key)}, id) ${beyond} (${readKey(key, after.key)}, ${after.id}::uuid)`
}

function orderOf({ isAscending }: Segment): RawBuilder<unknown> {
  return isAscending ? sql`order by key, id` : sql`order by key desc, id desc`
}
