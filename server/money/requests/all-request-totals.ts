import { sql, type RawBuilder } from 'kysely'
import type { getAllRequestTotals as operation } from '../../../contract/admin-request-list.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Db } from '../../platform/db/client.ts'
import { isOfKinds, isWithin, readRequestCriteria, type Filter } from './request-criteria.ts'

/**
 * The most requests that are counted one by one: `mostRead` for one member or for pending ones, `mostSought` for a
 * search.
 */
const mostRead = 20_000
const mostSought = 3_000

/**
 * Returns the number of matching requests and their coins, exact at this moment. Both are null when too many requests
 * would have to be read.
 */
export async function readAllRequestTotals(db: Db, filter: Filter): Promise<OutputOf<typeof operation>> {
  const criteria = await readRequestCriteria(db, filter)
  const { members, from, to } = criteria
  if (!members) {
    const days = sql`day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`
    return sum(
      db,
      sql`(select 1 as count, amount_coins as coins, 1 as read from ledger.requests
            where status = 'pending' and ${isOfKinds(criteria)} and ${isWithin(criteria)} limit ${sql.lit(mostRead + 1)})
          union all select count, coins, 0 from ledger.daily_decided where ${isOfKinds(criteria)} and ${days}
          union all select 1, amount_coins, 0 from ledger.fresh_decided() where ${isOfKinds(criteria)} and ${isWithin(criteria)}`,
    )
  }
  if (!members.ids) return { count: null, coins: null }
  const most = members.ids.length === 1 ? mostRead : mostSought
  return sum(
    db,
    sql`select 1 as count, amount_coins as coins, 1 as read from ledger.requests
         where user_id = any(${sql.val(members.ids)}::uuid[]) and ${isOfKinds(criteria)} and ${isWithin(criteria)}
         limit ${sql.lit(most + 1)}`,
    most,
  )
}

async function sum(db: Db, sets: RawBuilder<unknown>, most = mostRead): Promise<OutputOf<typeof operation>> {
  const { rows } = await sql<{ count: string; coins: string; read: string }>`
    select coalesce(sum(count), 0) as count, coalesce(sum(coins), 0) as coins, coalesce(sum(read), 0) as read from (${sets}) sets`.execute(
    db,
  )
  const [row] = rows
  if (!row || Number(row.read) > most) return { count: null, coins: null }
  return { count: Number(row.count), coins: row.coins }
}
