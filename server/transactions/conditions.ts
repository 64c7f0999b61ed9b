import { sql, type RawBuilder } from 'kysely'
import type { InputOf } from '../../contract/operation.ts'
import type { getTransactionTotals } from '../../contract/transactions.ts'
import { readSearch } from '../users/user-search.ts'

export type Filter = InputOf<typeof getTransactionTotals>['query']

export function conditionOf(filter: Filter): RawBuilder<boolean> {
  const search = readSearch(filter.search)
  const conditions = [
    sql`true`,
    filter.type && sql`type = ${filter.type}`,
    filter.user_id && sql`user_id = ${filter.user_id}`,
    filter.from && sql`created_at >= ${filter.from}::timestamp at time zone 'UTC'`,
    filter.to && sql`created_at < (${filter.to}::timestamp + interval '1 day') at time zone 'UTC'`,
    filter.min_coins && sql`amount >= ${filter.min_coins}::numeric`,
    filter.max_coins && sql`amount <= ${filter.max_coins}::numeric`,
    search &&
      sql`(user_id in (select id from profiles where ${search.isFound}) or lower(type) like '%' || lower(${filter.search}) || '%')`,
  ].filter((condition) => condition !== undefined)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
