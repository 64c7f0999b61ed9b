import { sql, type RawBuilder } from 'kysely'
import type { OutputOf } from '../../../contract/operation.ts'
import type { listTransactions } from '../../../contract/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import { all, isOfMonth, isOfTypes, isServed, matches, isWithinDays, leftToAsk, yes } from './bounds.ts'
import { monthsOf } from './months.ts'
import { keyText, readKey, type KeyColumn, type Segment, type Place } from './segments.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'
import type { Reach, AccessPath } from './access-path.ts'

export type Entry = OutputOf<typeof listTransactions>['items'][number]
export type Placed = Entry & { sort_key: string }

export interface Stretch {
  /** In order, with one more than was asked for where there are more. */
  rows: Placed[]
  /** The last row that was looked at, where there may be more behind it. */
  end: Place | undefined
}

interface Reading {
  segment: Segment
  criteria: TransactionCriteria
  /** How what no index has in order is come by, for who has walked in vain. */
  chooseAccessPath: () => Promise<AccessPath>
  reach: Reach['rows']
  after: Place | undefined
  limit: number
}

/** The rows of one segment of a list that come next, at the cost of the page or of as many rows as one look may read. */
export async function readSegment(db: Db, reading: Reading): Promise<Stretch> {
  const { segment, criteria, reach, limit } = reading
  const toAsk = leftToAsk(segment.key, isOwnByDate(reading) ? { ...criteria, members: undefined } : criteria)
  if (!toAsk) return read(db, reading, { source: selectAlong(reading, limit), length: limit, isAsked: yes })
  const walk = async (length: number) =>
    read(db, reading, { source: selectAlong(reading, length), length, isAsked: toAsk })
  // To see whose a row is costs as much as walking along ten; but nobody looks further than the page is full.
  const isSearch = criteria.members?.search !== undefined
  const soon = await walk(isSearch ? Math.ceil(reach.most / 10) : reach.first)
  if (soon.rows.length === limit || !soon.end) return soon
  if ((await reading.chooseAccessPath()) === 'walk') return isSearch ? soon : walk(reach.most)
  return read(db, reading, { source: selectAll(reading), length: limit, isAsked: yes })
}

interface Walk {
  source: RawBuilder<unknown>
  length: number
  isAsked: RawBuilder<boolean>
}

// Up to here, indexes have answered. The rest of a row and somebody's name are read for each row by itself, so that the database
// takes a few rows for no reason to read everything.
async function read(db: Db, { segment, limit }: Reading, { source, length, isAsked }: Walk): Promise<Stretch> {
  const { rows } = await sql<Row>`
    with walked as materialized (
      select *, row_number() over (${orderOf(segment)}) as place from (${source}) next_rows ${orderOf(segment)} limit ${sql.lit(length)}),
    found as (select * from walked where ${isAsked} ${orderOf(segment)} limit ${sql.lit(limit)})
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
  return { rows: rows.filter((row): row is Row & Placed => row.id != null).map(toPlaced), end }
}

type Row = Partial<Placed> & { end_key: string | null; end_id: string | null }

function toPlaced({
  id,
  user_id,
  type,
  amount,
  rate,
  total_usd_value,
  balance_after,
  created_at,
  ...row
}: Placed): Placed {
  const { full_name, email, member_id, sort_key } = row
  const entry = { id, user_id, type, amount, rate, total_usd_value, balance_after, created_at }
  return { ...entry, full_name, email, member_id, sort_key }
}

/** What is walked along has no more columns than the indexes have that are walked along. */
function columnsOf(key: KeyColumn): RawBuilder<unknown> {
  return sql`user_id, version, id, created_at, amount, ${sql.ref(key)} as key`
}

/** So many rows in the order of the segment: a scan of its index for each type, and what is not copied yet. */
function selectAlong(reading: Reading, length: number): RawBuilder<unknown> {
  const { segment, criteria, after } = reading
  const isNext = all([isServed(segment.key, criteria), isBeyond(segment, after)])
  const cut = sql`${orderOf(segment)} limit ${sql.lit(length)}`
  const columns = columnsOf(segment.key)
  if (isOwnByDate(reading)) {
    return sql`(select ${columns} from ledger.typed_lines
      where user_id = ${criteria.members?.ids?.[0]}::uuid and ${isOfTypes(segment.types)} and ${isNext} ${cut})`
  }
  const months = segment.key === 'created_at' ? undefined : monthsOf(criteria)
  const stretches = months ? months.firsts.map((first) => isOfMonth(first)) : [yes]
  const scans = segment.types.flatMap((type) =>
    stretches.map(
      (stretch) => sql`(select ${columns} from ledger.entries
        where type = ${sql.lit(type)} and ${stretch} and ${isNext} ${cut})`,
    ),
  )
  const fresh = sql`(select ${columns} from ledger.fresh_entries()
    where ${isOfTypes(segment.types)} and ${months ? isWithinDays(criteria) : yes} and ${isNext} ${cut})`
  return sql.join([...scans, fresh], sql` union all `)
}

/** One member's own lines have an index by date. */
function isOwnByDate({ segment, criteria }: Reading): boolean {
  return segment.key === 'created_at' && criteria.members?.ids?.length === 1
}

/** All rows of the segment that match, where they are few. */
function selectAll({ segment, criteria, after }: Reading): RawBuilder<unknown> {
  const isNext = all([matches({ ...criteria, types: segment.types }), isBeyond(segment, after)])
  const from = (source: RawBuilder<unknown>) => sql`select ${columnsOf(segment.key)} from ${source} where ${isNext}`
  // Kept apart, so that the database reads the few and sorts them, and does not walk along the order in hope.
  const few = (source: RawBuilder<unknown>) => sql`(with few as materialized (${from(source)}) select * from few)`
  return sql`${few(sql`ledger.entries`)} union all (${from(sql`ledger.fresh_entries()`)})`
}

function isBeyond({ key, isAscending }: Segment, after: Place | undefined): RawBuilder<boolean> {
  if (!after) return yes
  const beyond = isAscending ? sql`>` : sql`<`
  return sql<boolean>`(${sql.ref(key)}, id) ${beyond} (${readKey(key, after.key)}, ${after.id}::uuid)`
}

function orderOf({ isAscending }: Segment): RawBuilder<unknown> {
  return isAscending ? sql`order by key, id` : sql`order by key desc, id desc`
}
