import { sql, type RawBuilder } from 'kysely'
import { add, subtract, type Decimal } from '../../../contract/money.ts'
import { transactionDaysMax, transactionDaysDefault } from '../../../contract/endpoints/transactions.ts'
import type { TransactionDays, TransactionTotals } from '../../../contract/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { hasCoinFilter, isOfTypes, matchesCriteria } from './conditions.ts'
import { readCriteria, type Filter, type TransactionCriteria } from './transaction-criteria.ts'
import { chooseAccessPath, defaultLimits } from './access-path.ts'

interface Sums {
  count: number
  coins_in: Decimal
  coins_out: Decimal
  value_in_usd: Decimal
  value_out_usd: Decimal
}
type DaySums = Sums & { day: string }

const nothing: Sums = { count: 0, coins_in: '0', coins_out: '0', value_in_usd: '0', value_out_usd: '0' }
const unknown: TransactionTotals = {
  count: null,
  coins_in: null,
  coins_out: null,
  net_coins: null,
  value_in_usd: null,
  value_out_usd: null,
}

/**
 * Returns the sums of the matching transactions, exact at this moment. They are null when too many rows would have to
 * be read.
 */
export async function readTransactionTotals(db: Db, filter: Filter): Promise<TransactionTotals> {
  const sets = await readSets(db, filter)
  if (!sets) return unknown
  let totals = nothing
  for (const set of sets) {
    const { rows } = await sql<Sums>`select ${sums} from (${set}) days`.execute(db)
    if (rows[0]) totals = sum(totals, rows[0])
  }
  return { ...totals, net_coins: subtract(totals.coins_in, totals.coins_out) }
}

/** Returns the sums for each day. `is_complete` is false when too many rows would have to be read. */
export async function listTransactionDays(db: Db, filter: Filter): Promise<TransactionDays> {
  const { from, to, days } = daysOf(filter)
  const sets = await readSets(db, { ...filter, from, to })
  if (!sets) return { days: [], is_complete: false }
  const found = new Map<string, Sums>()
  for (const set of sets) {
    const { rows } =
      await sql<DaySums>`select to_char(day, 'YYYY-MM-DD') as day, ${sums} from (${set}) days group by days.day`.execute(
        db,
      )
    for (const row of rows) found.set(row.day, sum(found.get(row.day) ?? nothing, row))
  }
  return {
    days: days.map((day) => {
      const { count, coins_in, coins_out } = found.get(day) ?? nothing
      return { day, coins_in, coins_out, count }
    }),
    is_complete: true,
  }
}

const sums = sql`coalesce(sum(count), 0) as count, coalesce(sum(coins_in), 0) as coins_in, coalesce(sum(coins_out), 0) as coins_out,
  coalesce(sum(value_usd) filter (where not ledger.is_outgoing(type)), 0) as value_in_usd,
  coalesce(sum(value_usd) filter (where ledger.is_outgoing(type)), 0) as value_out_usd`

/** Returns the sums by day and type of each set of the filter; undefined when one set has too many rows. */
async function readSets(db: Db, filter: Filter): Promise<RawBuilder<unknown>[] | undefined> {
  const criteria = await readCriteria(db, filter)
  const sets = await Promise.all(criteria.map(async (set) => selectDays(db, set)))
  return sets.includes(undefined) ? undefined : sets.filter((set) => set !== undefined)
}

async function selectDays(db: Db, criteria: TransactionCriteria): Promise<RawBuilder<unknown> | undefined> {
  const { types, from, to } = criteria
  if (!criteria.members && !hasCoinFilter(criteria)) {
    return sql`select * from ledger.current_days
      where ${isOfTypes(types)} and day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`
  }
  if ((await chooseAccessPath(db, criteria, defaultLimits.sortedRowsMax)) === 'walk') return undefined
  const rows = (source: RawBuilder<unknown>) =>
    sql`select type, amount, total_usd_value, created_at from ${source} where ${matchesCriteria(criteria)}`
  const all = sql`${rows(sql`ledger.entries`)} union all ${rows(sql`ledger.fresh_entries()`)}`
  return sql`select (created_at at time zone 'UTC')::date as day, type, 1 as count,
                    case when ledger.is_outgoing(type) then 0 else amount end as coins_in,
                    case when ledger.is_outgoing(type) then amount else 0 end as coins_out, total_usd_value as value_usd
               from (${all}) matches`
}

const dayMs = 86_400_000

/** Returns the days of the filter, or the last 30 up to today or to its end. */
function daysOf({ from, to }: Filter) {
  const today = new Date().toISOString().slice(0, 10)
  const last = Date.parse(to ?? (from !== undefined && from > today ? from : today))
  const first = from === undefined ? last - (transactionDaysDefault - 1) * dayMs : Date.parse(from)
  const count = (last - first) / dayMs + 1
  if (count > transactionDaysMax) throw new Refusal('invalid_request')
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const days = Array.from({ length: Math.max(0, count) }, (_, n) => dayAt(first + n * dayMs))
  return { from: dayAt(first), to: dayAt(last), days }
}

function sum(one: Sums, other: Sums): Sums {
  return {
    count: one.count + Number(other.count),
    coins_in: add(one.coins_in, other.coins_in),
    coins_out: add(one.coins_out, other.coins_out),
    value_in_usd: add(one.value_in_usd, other.value_in_usd),
    value_out_usd: add(one.value_out_usd, other.value_out_usd),
  }
}
