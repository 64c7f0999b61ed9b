import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import { hasCoins, hasDays, isOfTypes, isWithinCoins } from './bounds.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'

/**
 * How rows that no index has in the order asked for are come by: all of the members', of the days' or of the amounts' are
 * few enough to be read and sorted, or else somebody walks along the order and asks each row.
 */
export type AccessPath = 'members' | 'days' | 'coins' | 'walk'

/** How far one look goes. */
export interface Reach {
  /**
   * So many rows of one member are read and sorted, about a third of them where they are some members', and a fifth where they
   * are of days or amounts and lie all over the table.
   */
  few: number
  /** So many rows are walked along. Most walks are over soon. */
  rows: { first: number; most: number }
  members: MembersReach
  /** So many members are named whom a search finds: each costs a look at what the list has of them. */
  named: { usually: number; inOrderOfNames: number }
}
/** So many members are walked along, and what so many of them have is read. */
export interface MembersReach {
  first: number
  most: number
  walked: number
}
export const usualReach: Reach = {
  few: 10_000,
  rows: { first: 1_000, most: 10_000 },
  members: { first: 40, most: 1_000, walked: 2_500 },
  named: { usually: 300, inOrderOfNames: 1_000 },
}

/** The first way that is short enough. */
export async function chooseAccessPath(db: Db, criteria: TransactionCriteria, few: number): Promise<AccessPath> {
  const ids = criteria.members?.ids
  if (ids && (await countLines(db, ids)) <= (ids.length === 1 ? few : few / 3)) return 'members'
  // To see whose a row is costs as much as reading some.
  const most = Math.floor(criteria.members?.search ? few / 20 : few / 5)
  if (hasDays(criteria) && (await countDays(db, criteria)) <= most) return 'days'
  if (hasCoins(criteria) && (await countCoins(db, criteria, most)) <= most) return 'coins'
  return 'walk'
}

/** The numbers of their newest lines, which say how many there are. */
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

/** Counts no further than it matters. */
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
