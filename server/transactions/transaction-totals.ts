import { sql } from 'kysely'
import { transactionDaysUsual, type TransactionDays, type TransactionTotals } from '../../contract/transactions.ts'
import type { Db } from '../db/client.ts'
import { conditionOf, type Filter } from './conditions.ts'
import { outgoingTypes } from './types.ts'

const isOut = sql`type = any(${sql.val(outgoingTypes)}::text[])`
const sums = sql`count(*), coalesce(sum(amount) filter (where not ${isOut}), 0) as coins_in,
  coalesce(sum(amount) filter (where ${isOut}), 0) as coins_out`

export async function readTransactionTotals(db: Db, filter: Filter): Promise<TransactionTotals> {
  const { rows } = await sql<TransactionTotals>`
    select ${sums}, coalesce(sum(case when ${isOut} then -amount else amount end), 0) as net_coins,
           coalesce(sum(total_usd_value) filter (where not ${isOut}), 0) as value_in_usd,
           coalesce(sum(total_usd_value) filter (where ${isOut}), 0) as value_out_usd
      from transactions where ${conditionOf(filter)}`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('sums without a row')
  return { ...totals, count: Number(totals.count) }
}

export async function listTransactionDays(db: Db, filter: Filter): Promise<TransactionDays> {
  const to = filter.to ?? new Date().toISOString().slice(0, 10)
  const from =
    filter.from ?? new Date(Date.parse(to) - (transactionDaysUsual - 1) * 86_400_000).toISOString().slice(0, 10)
  const { rows } = await sql<TransactionDays['days'][number]>`
    select to_char(d, 'YYYY-MM-DD') as day, ${sums}
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d
      left join (select * from transactions where ${conditionOf({ ...filter, from, to })}) t on (t.created_at at time zone 'UTC')::date = d::date
     group by d order by d`.execute(db)
  return { days: rows.map((row) => ({ ...row, count: Number(row.count) })), is_complete: true }
}
