import { sql } from 'kysely'
import type { BalanceHistory, BalanceRange } from '../../../contract/dashboards.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'

const hour = 3_600_000
const day = 24 * hour
/** The length of each range and the distance of its points. No range has more than 122 points. */
const ranges: Record<BalanceRange, { lengthMs: number; stepMs: number }> = {
  '30d': { lengthMs: 30 * day, stepMs: 6 * hour },
  '90d': { lengthMs: 90 * day, stepMs: day },
  '365d': { lengthMs: 365 * day, stepMs: 4 * day },
}

/**
 * Reads a member's total balance at the beginning of a range, at even steps, and now. Each point is one look-up in an
 * index, so the time does not depend on the number of transactions.
 */
export async function readBalanceHistory(
  db: Db,
  userId: string,
  range: BalanceRange,
  now: number = Date.now(),
): Promise<BalanceHistory> {
  const moments = listMoments(range, now)
  const [account, points] = await Promise.all([
    db.selectFrom('wallets').select('total_coins').where('user_id', '=', userId).executeTakeFirst(),
    readBalances(db, userId, moments),
  ])
  if (!account?.total_coins) throw new Refusal('not_found')
  const [from, to] = [new Date(moments[0] ?? now).toISOString(), new Date(now).toISOString()]
  return { from, to, points: [...points, { at: to, balance_coins: account.total_coins }] }
}

/**
 * Returns the beginning and the steps after it. Steps begin at fixed times of the calendar, so that a line does not
 * shift as time goes on.
 */
function listMoments(range: BalanceRange, now: number): number[] {
  const { lengthMs, stepMs } = ranges[range]
  const from = now - lengthMs
  const first = (Math.floor(from / stepMs) + 1) * stepMs
  return [from, ...Array.from({ length: Math.ceil((now - first) / stepMs) }, (_, count) => first + count * stepMs)]
}

async function readBalances(db: Db, userId: string, moments: number[]) {
  const times = moments.map((moment) => new Date(moment).toISOString())
  const { rows } = await sql<BalanceHistory['points'][number]>`
    select p.at, coalesce(l.balance_coins, 0) as balance_coins
      from unnest(${times}::timestamptz[]) as p (at)
      left join lateral (
        select available_after + locked_after as balance_coins
          from ledger.lines
         where user_id = ${userId} and type is not null and created_at <= p.at
         order by created_at desc, version desc limit 1) l on true
     order by p.at`.execute(db)
  return rows
}
