import { sql } from 'kysely'
import { historyDays, type BalanceRange, type PlatformHistory } from '../../../contract/dashboards.ts'
import type { Db } from '../../platform/db/client.ts'

type Day = PlatformHistory['days'][number]

/** Reads the days up to this moment from the daily sums of the ledger. A million purchases take no longer than ten. */
export async function readPlatformHistory(db: Db, range: BalanceRange): Promise<PlatformHistory> {
  const { rows } = await sql<Omit<Day, 'new_members' | 'members'> & Record<'new_members' | 'members', string>>`
    with days as (
      select day::date
        from generate_series((now() at time zone 'UTC')::date - ${historyDays[range] - 1}::int,
                             (now() at time zone 'UTC')::date, interval '1 day') day),
    moved as (
      select day, sum(coins_in) filter (where type = 'BUY') as purchases_coins,
             sum(value_usd) filter (where type = 'BUY') as purchases_usd,
             sum(coins_out) filter (where type = 'WITHDRAWAL') as withdrawals_coins
        from ledger.current_days
       where type in ('BUY', 'WITHDRAWAL') and day >= (select min(day) from days)
       group by day),
    joined as materialized (select day, count from ledger.current_member_days),
    changed as materialized (
      select day, count from joined
      union all
      select (ended_at at time zone 'UTC')::date, -count(*) from account_closures where outcome = 'closed' group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(m.purchases_coins, 0) as purchases_coins,
           coalesce(m.purchases_usd, 0) as purchases_usd, coalesce(m.withdrawals_coins, 0) as withdrawals_coins,
           coalesce(j.count, 0) as new_members,
           (select coalesce(sum(count), 0) from changed where day < (select min(day) from days))
             + sum((select coalesce(sum(count), 0) from changed c where c.day = d.day)) over (order by d.day) as members
      from days d left join moved m on m.day = d.day left join joined j on j.day = d.day
     order by d.day`.execute(db)
  return { days: rows.map((row) => ({ ...row, new_members: Number(row.new_members), members: Number(row.members) })) }
}
