import { sql, type RawBuilder } from 'kysely'
import { monthsOf } from './months.ts'
import type { KeyColumn } from './segments.ts'
import type { TransactionCriteria } from './transaction-criteria.ts'

type Condition = RawBuilder<boolean>

/** Conditions on columns of ledger.entries, which ledger.typed_lines has as well. */
export const always: Condition = sql<boolean>`true`

export function isOfTypes(types: readonly string[]): Condition {
  return sql<boolean>`type = any(${sql.val([...types])}::text[])`
}

/** The moments at which a UTC day begins, and at which the next one does. */
export const startOfDay = (day: string) => sql`${day}::timestamp at time zone 'UTC'`
export const endOfDay = (day: string) => sql`(${day}::timestamp + interval '1 day') at time zone 'UTC'`

export function isWithinDays({ from, to }: Pick<TransactionCriteria, 'from' | 'to'>): Condition {
  const begins = from === undefined ? always : sql<boolean>`created_at >= ${startOfDay(from)}`
  const ends = to === undefined ? always : sql<boolean>`created_at < ${endOfDay(to)}`
  return allOf([begins, ends])
}

/** The condition is spelled as in the indexes by month, so that they serve it. */
export function isOfMonth(first: string): Condition {
  return sql<boolean>`date_trunc('month', created_at at time zone 'UTC') = ${sql.lit(first)}::timestamp`
}

export function isWithinCoins({ minCoins, maxCoins }: Pick<TransactionCriteria, 'minCoins' | 'maxCoins'>): Condition {
  return allOf([
    minCoins === undefined ? always : sql<boolean>`amount >= ${minCoins}::numeric`,
    maxCoins === undefined ? always : sql<boolean>`amount <= ${maxCoins}::numeric`,
  ])
}

export function isOfMembers({ members }: Pick<TransactionCriteria, 'members'>): Condition {
  if (!members) return always
  if (members.ids) return sql<boolean>`user_id = any(${sql.val(members.ids)}::uuid[])`
  // Each row gets one look-up. With a join, the database might look through all members instead.
  return sql<boolean>`(select ${members.search.isMatch} from profiles where profiles.id = user_id limit 1)`
}

export function matchesCriteria(criteria: TransactionCriteria): Condition {
  return allOf([isOfTypes(criteria.types), isWithinDays(criteria), isWithinCoins(criteria), isOfMembers(criteria)])
}

export const hasDayFilter = ({ from, to }: TransactionCriteria) => from !== undefined || to !== undefined
export const hasCoinFilter = ({ minCoins, maxCoins }: TransactionCriteria) =>
  minCoins !== undefined || maxCoins !== undefined

/** Returns the condition that the index on this column answers by itself, besides the months. */
export function indexedCondition(key: KeyColumn, criteria: TransactionCriteria): Condition {
  if (key === 'created_at') return isWithinDays(criteria)
  return key === 'amount' ? isWithinCoins(criteria) : always
}

/** Returns the condition that must be checked on each row; undefined when the index answers all. */
export function remainingCondition(key: KeyColumn, criteria: TransactionCriteria): Condition | undefined {
  const conditions = [
    criteria.members ? isOfMembers(criteria) : always,
    key !== 'created_at' && hasDayFilter(criteria) && !monthsOf(criteria)?.areWhole ? isWithinDays(criteria) : always,
    key !== 'amount' && hasCoinFilter(criteria) ? isWithinCoins(criteria) : always,
  ].filter((condition) => condition !== always)
  return conditions.length > 0 ? allOf(conditions) : undefined
}

export function allOf(conditions: Condition[]): Condition {
  const some = conditions.filter((condition) => condition !== always)
  return some.length === 0 ? always : sql<boolean>`(${sql.join(some, sql` and `)})`
}
