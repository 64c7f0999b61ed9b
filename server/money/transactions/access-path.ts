import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import { hasCoinFilter, hasDayFilter, isOfTypes, isWithinCoins } from './conditions.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'

/**
 * The way to find rows that no index has in the wanted order. If the rows of the members, of the days or of the amounts
 * are few, they are all read and sorted. Else the query walks along the order and checks each row.
 */
export type AccessPath = 'members' | 'days' | 'coins' | 'walk'

/** The limits of one query. */
export interface QueryLimits {
  /**
   * The most rows of one member that are read and sorted. For several members, the limit is a third of this. For days
   * and amounts it is a fifth, as their rows lie all over the table.
   */
  sortedRowsMax: number
  /** The most rows that a walk passes: `first` at first, `most` if the page is not full then. Most walks end soon. */
  walkedRows: { first: number; most: number }
  members: MemberLimits
  /** The most members that a search names by id. Each of them costs a look-up in the list. */
  namedMembersMax: { usually: number; inOrderOfNames: number }
}
/**
 * The limits by members: all rows of `first` and then of `most` members are read. In a search, the walk passes at most
 * `walked` names.
 */
export interface MemberLimits {
  first: number
  most: number
  walkedNamesMax: number
}
export const defaultLimits: QueryLimits = {
  sortedRowsMax: 10_000,
  walkedRows: { first: 1_000, most: 10_000 },
  members: { first: 40, most: 1_000, walkedNamesMax: 2_500 },
  namedMembersMax: { usually: 300, inOrderOfNames: 1_000 },
}

/** Returns the first access path that reads few enough rows. */
export async function chooseAccessPath(
  db: Db,
  criteria: TransactionCriteria,
  sortedRowsMax: number,
): Promise<AccessPath> {
  const ids = criteria.members?.ids
  if (ids && (await countLines(db, ids)) <= (ids.length === 1 ? sortedRowsMax : sortedRowsMax / 3)) return 'members'
  // Finding the member of a row costs as much as reading several rows.
  const most = Math.floor(criteria.members?.search ? sortedRowsMax / 20 : sortedRowsMax / 5)
  if (hasDayFilter(criteria) && (await countDays(db, criteria)) <= most) return 'days'
  if (hasCoinFilter(criteria) && (await countCoins(db, criteria, most)) <= most) return 'coins'
  return 'walk'
}

/** Adds the versions of the members' newest lines. Lines are numbered from 1 without gaps, so this is their number. */
async function countLines(db: Db, ids: string[]): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(version), 0) as count from ledger.accounts where user_id = any(${sql.val(ids)}::uuid[])`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

async function countDays(db: Db, { types, from, to }: TransactionCriteria): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(count), 0) as count from ledger.current_days
     where ${isOfTypes(types)} and day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`.execute(db)
  return Number(rows[0]?.count)
}

/** Counts matching rows, but stops one beyond `most`. */
async function countCoins(db: Db, criteria: TransactionCriteria, most: number): Promise<number> {
  const scans = criteria.types.map(
    (type) =>
      sql`(select from ledger.entries where type = ${sql.lit(type)} and ${isWithinCoins(criteria)} limit ${sql.lit(most + 1)})`,
  )
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (select from (${sql.join(scans, sql` union all `)}) few limit ${sql.lit(most + 1)}) counted`.execute(
    db,
  )
  return Number(rows[0]?.count)
}
