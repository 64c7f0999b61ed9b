import { sql } from 'kysely'
import type { getAllRequestTotals as operation } from '../../contract/all-requests.ts'
import type { InputOf, OutputOf } from '../../contract/operation.ts'
import type { Db } from '../db/client.ts'
import { readSearch } from '../member-search/member-search.ts'

export async function readAllRequestTotals(
  db: Db,
  filter: InputOf<typeof operation>['query'],
): Promise<OutputOf<typeof operation>> {
  const search = readSearch(filter.search)
  const conditions = [
    sql`true`,
    filter.kind && sql`kind = ${filter.kind}`,
    filter.status && sql`status = ${filter.status}`,
    filter.user_id && sql`user_id = ${filter.user_id}`,
    filter.from && sql`created_at >= ${filter.from}::timestamp at time zone 'UTC'`,
    filter.to && sql`created_at < (${filter.to}::timestamp + interval '1 day') at time zone 'UTC'`,
    search && sql`user_id in (select id from profiles where ${search.isFound})`,
  ].filter((condition) => condition !== undefined)
  const { rows } = await sql<{ count: string; coins: string }>`
    select count(*), coalesce(sum(amount_coins), 0) as coins from ledger.requests where ${sql.join(conditions, sql` and `)}`.execute(
    db,
  )
  return { count: Number(rows[0]?.count ?? 0), coins: rows[0]?.coins ?? '0' }
}
