import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReported, reported, reportTypes, type ReportType } from '../../../contract/endpoints/reports.ts'
import type { TransactionType } from '../../../contract/endpoints/transactions.ts'
import { add, subtract, type Decimal } from '../../../contract/money.ts'
import type { ReportSum } from '../../../contract/reports.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { ModelComparison } from '../../../tests/helpers/model-comparison.ts'
import { step, type Step } from '../../../tests/helpers/ledger-steps.ts'
import { rollUpMeanwhile } from '../../../tests/helpers/roll-up-meanwhile.ts'
import * as ledger from '../../money/ledger/ledger.ts'
import { rules } from '../../money/ledger/model-rules.ts'
import { readReport } from './read-report.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // The lines are dated by hand over some days, which the journal does not allow otherwise.
  await database.owner.query(`ALTER TABLE ledger.lines DISABLE TRIGGER append_only`)
})
afterAll(() => database.drop())

/** A line of the journal with the request that it belongs to. */
interface Line {
  day: string
  type: TransactionType
  coins: Decimal
  leg: string
  package_id: string | null
  is_part: boolean
  usd: Decimal | null
}

const steps = fc.array(step, { minLength: 10, maxLength: 40, size: 'max' })
const day = fc.constantFrom('2026-01-02', '2026-01-03', '2026-01-05', '2026-01-09', '2026-12-31')
const periods = fc.array(fc.tuple(day, day), { minLength: 6, maxLength: 6 })

test('reports agree with the journal at any moment of a roll-up', async () => {
  await fc.assert(
    fc.asyncProperty(steps, periods, async (taken: Step[], asked) => {
      const play = new ModelComparison(database, rules)
      await play.begin()
      const [first, second] = [taken.slice(0, taken.length / 2), taken.slice(taken.length / 2)]
      for (const next of first) await play.take(next)
      await spreadDates(play.people)
      await ledger.rollUp(database.appDb)
      for (const next of second) await play.take(next)
      await spreadDates(
        play.people,
        'version > (SELECT coalesce(max(e.version), 0) FROM ledger.entries e WHERE e.user_id = l.user_id)',
      )
      const lines = await readJournal()
      const ask = async (ends: [string, string]) => {
        const [from = '', to = ''] = ends.toSorted()
        await compareReport(lines, from, to)
      }
      // At first, nothing of the second half is rolled up.
      for (const one of asked.slice(0, asked.length / 2)) await ask(one)
      const stop = rollUpMeanwhile(database)
      try {
        for (const one of asked.slice(asked.length / 2)) await ask(one)
      } finally {
        await stop()
      }
    }),
    { numRuns: Number(process.env['LIST_RUNS'] ?? 12), endOnFailure: true },
  )
  await expectNoViolations(database)
}, 300_000)

async function compareReport(lines: Line[], from: string, to: string) {
  const report = await readReport(database.appDb, { from, to })
  const within = lines.filter((line) => line.day >= from && line.day <= to)
  const opening = netOf(lines.filter((line) => line.day < from))
  expect(report.sums).toEqual(sumsOf(within))
  expect(report.opening_coins).toBe(opening)
  expect(report.closing_coins).toBe(add(opening, netOf(within)))
  for (const one of report.days) {
    const own = within.filter((line) => line.day === one.day)
    expect({ ...one }).toEqual({
      day: one.day,
      sums: sumsOf(own),
      net_coins: netOf(own),
      paid_out: { count: 0, usdt: '0' },
    })
  }
  const packageOf = ({ package_id: id, is_part: isPart }: Line) => (isPart ? null : id)
  const ofBuys = within.filter(({ type }) => isReported(type) && reported(type).isOfBuy)
  const expected = [...Map.groupBy(ofBuys, packageOf)].map(([id, own]) => [id, sumsOf(own)] as const)
  const found = report.packages.map(({ package: own, sums }) => [own?.id ?? null, sums] as const)
  expect(new Map(found)).toEqual(new Map(expected))
  expect(found).toHaveLength(expected.length)
}

function sumsOf(lines: Line[]): ReportSum[] {
  return reportTypes.flatMap((type: ReportType) => {
    const own = lines.filter((line) => line.type === type)
    if (own.length === 0) return []
    const isWithoutUsd = (leg: string) => /^(bonus|referral|reverse_.*)$/.test(leg)
    const usd = own.map((line) => (isWithoutUsd(line.leg) ? '0' : (line.usd ?? '0')))
    return [{ type, count: own.length, coins: own.map(({ coins }) => coins).reduce(add), usd: usd.reduce(add) }]
  })
}

const issuing = new Set<TransactionType>(['BUY', 'BONUS', 'REFERRAL_BONUS', 'ADJUSTMENT_IN', 'REVERSAL_IN', 'DEBT_IN'])
const redeeming = new Set<TransactionType>(['WITHDRAWAL', 'ADJUSTMENT_OUT', 'REVERSAL_OUT', 'DEBT_OUT'])
function netOf(lines: Line[]): Decimal {
  return lines.reduce<Decimal>(
    (net, { type, coins }) => (issuing.has(type) ? add(net, coins) : redeeming.has(type) ? subtract(net, coins) : net),
    '0',
  )
}

/** Reads the journal without any of the sums of the roll-ups. */
async function readJournal(): Promise<Line[]> {
  const { rows } = await database.owner.query<Line>(
    `SELECT to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, l.type, abs(l.available_delta + l.locked_delta) AS coins,
            m.leg, r.package_id, coalesce(r.credited_coins IS NOT NULL, false) AS is_part, coalesce(r.credited_usd, r.amount_usd) AS usd
       FROM ledger.lines l JOIN ledger.movements m ON (m.user_id, m.id) = (l.movement_user_id, l.movement_id)
       LEFT JOIN ledger.requests r ON (r.user_id, r.id) = (m.user_id, m.request_id) WHERE l.type IS NOT NULL`,
  )
  return rows
}

/** Dates lines over a week, before they are rolled up. */
async function spreadDates(people: string[], which = 'true'): Promise<void> {
  await database.owner.query(
    `UPDATE ledger.lines l SET created_at = timestamptz '2026-01-01 20:00Z' + version * interval '7 hours 1 microsecond'
      WHERE user_id = ANY($1) AND version < 24 AND ${which}`,
    [people],
  )
}
