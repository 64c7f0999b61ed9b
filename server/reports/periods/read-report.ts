import { sql } from 'kysely'
import {
  isReported,
  reported,
  reportDaysMax,
  reportTypes,
  type ReportType,
} from '../../../contract/endpoints/reports.ts'
import type { TransactionType } from '../../../contract/endpoints/transactions.ts'
import { add, subtract, type Decimal } from '../../../contract/money.ts'
import type { Report, ReportDay, ReportPackage, ReportSum } from '../../../contract/reports.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { readPlatformBalance } from './platform-balance.ts'

/** The first and the last UTC day of a report, as YYYY-MM-DD. */
export interface ReportPeriod {
  from: string
  to: string
}

interface Row extends ReportSum {
  day: string
  package_id: string
  package_name: string | null
}
type Payments = ReportDay['paid_out']

const dayMs = 86_400_000

/**
 * Reads a report from the daily sums of the ledger. A million movements take no longer than ten. Everything is of one moment,
 * and days, packages and sums are made of the same rows, so they come to the same coin.
 */
export async function readReport(db: Db, period: ReportPeriod): Promise<Report> {
  refusePeriod(period)
  return inSnapshot(db, async (tx) => {
    const rows = await readRows(tx, period)
    const payouts = await readPayouts(tx, period)
    const opening = await readCoinsBefore(tx, period.from)
    const sums = sumUp(rows)
    return {
      opening_coins: opening,
      closing_coins: add(opening, netOf(sums)),
      sums,
      paid_out: addPayments([...payouts.values()]),
      days: toDays(period, rows, payouts),
      packages: toPackages(rows),
      balance: await readPlatformBalance(tx),
    }
  })
}

function refusePeriod({ from, to }: ReportPeriod): void {
  if (from > to) throw new Refusal('invalid_request')
  if (Date.parse(to) - Date.parse(from) >= reportDaysMax * dayMs) throw new Refusal('report_too_long')
}

async function readRows(tx: Tx, { from, to }: ReportPeriod): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'count' | 'type'> & { count: string; type: TransactionType }>`
    select to_char(r.day, 'YYYY-MM-DD') as day, r.type, r.package_id, p.package_name, r.count, r.coins, r.usd
      from ledger.current_reports r left join packages p on p.id = r.package_id
     where r.day between ${from}::date and ${to}::date
     order by p.min_coin_purchase, p.package_name, r.package_id, r.day`.execute(tx)
  return rows.flatMap(({ type, count, ...row }) => (isReported(type) ? [{ ...row, type, count: Number(count) }] : []))
}

async function readPayouts(tx: Tx, { from, to }: ReportPeriod): Promise<Map<string, Payments>> {
  const { rows } = await sql<{ day: string; payouts: string; usdt: Decimal }>`
    select to_char(day, 'YYYY-MM-DD') as day, payouts, usdt from ledger.daily_payouts
     where day between ${from}::date and ${to}::date and payouts > 0 order by day`.execute(tx)
  return new Map(rows.map(({ day, payouts, usdt }) => [day, { count: Number(payouts), usdt }]))
}

/** Reads the coins that members held before a day. */
async function readCoinsBefore(tx: Tx, day: string): Promise<Decimal> {
  const { rows } = await sql<{ type: TransactionType; coins: Decimal }>`
    select type, sum(coins_in + coins_out) as coins from ledger.current_days where day < ${day}::date group by type`.execute(
    tx,
  )
  return netOf(rows.flatMap(({ type, coins }) => (isReported(type) ? [{ type, coins }] : [])))
}

/** Returns the issued coins less the redeemed ones. */
function netOf(sums: Pick<ReportSum, 'type' | 'coins'>[]): Decimal {
  return sums.reduce<Decimal>((net, { type, coins }) => {
    const { effect } = reported(type)
    return effect === 'issued' ? add(net, coins) : effect === 'redeemed' ? subtract(net, coins) : net
  }, '0')
}

function sumUp(rows: ReportSum[]): ReportSum[] {
  const sums = new Map<ReportType, ReportSum>()
  for (const { type, count, coins, usd } of rows) {
    const sum = sums.get(type) ?? { type, count: 0, coins: '0', usd: '0' }
    sums.set(type, { type, count: sum.count + count, coins: add(sum.coins, coins), usd: add(sum.usd, usd) })
  }
  return reportTypes.flatMap((type) => sums.get(type) ?? [])
}

function addPayments(payments: Payments[]): Payments {
  return payments.reduce((all, { count, usdt }) => ({ count: all.count + count, usdt: add(all.usdt, usdt) }), {
    count: 0,
    usdt: '0',
  })
}

/** Returns every day up to today. A line may be dated by a clock that has begun the next day already. */
function toDays({ from, to }: ReportPeriod, rows: Row[], payouts: Map<string, Payments>): ReportDay[] {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const today = new Date().toISOString().slice(0, 10)
  const begun = [today, ...byDay.keys(), ...payouts.keys()].reduce((one, other) => (one > other ? one : other))
  const last = begun < to ? begun : to
  const days: ReportDay[] = []
  for (let at = Date.parse(from); at <= Date.parse(last); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    const sums = sumUp(byDay.get(day) ?? [])
    days.push({ day, sums, net_coins: netOf(sums), paid_out: payouts.get(day) ?? { count: 0, usdt: '0' } })
  }
  return days
}

/** Returns the packages from the smallest on, and the top-ups last. */
function toPackages(rows: Row[]): ReportPackage[] {
  const ofBuys = rows.filter(({ type }) => reported(type).isOfBuy)
  const packages = [...Map.groupBy(ofBuys, ({ package_id: id }) => id)].map(([id, own]) => {
    const name = own[0]?.package_name ?? null
    return { package: name === null ? null : { id, name }, sums: sumUp(own) }
  })
  return [...packages.filter((one) => one.package), ...packages.filter((one) => !one.package)]
}
