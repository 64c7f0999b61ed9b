import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromUnits, subtract, type Decimal } from '../../../contract/money.ts'
import type { Report, ReportSum } from '../../../contract/reports.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { step, type Step } from '../../../tests/helpers/ledger-steps.ts'
import { ModelComparison } from '../../../tests/helpers/model-comparison.ts'
import { packageReportOf, reportOf } from '../../money/ledger/model-reports.ts'
import { rules } from '../../money/ledger/model-rules.ts'
import { readReport } from './read-report.ts'

/** The number of random histories. `LEDGER_RUNS=5000 npx vitest run server/reports/periods` plays more. */
const runs = Number(process.env['LEDGER_RUNS'] ?? 60)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Reads the days around now, so that a history may go on over midnight. */
async function readNow(): Promise<Report> {
  const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return readReport(database.appDb, { from: dayOf(-2), to: dayOf(1) })
}

/** Plays random steps in the database and in a model with these rules. Fails when their reports differ. */
const sameAsModel = (played: typeof rules) =>
  fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps: Step[]) => {
    const before = await readNow()
    const play = new ModelComparison(database, played)
    await play.begin()
    for (const taken of steps) await play.take(taken)
    const { model } = play
    const after = await readNow()
    expect(added(byType(after), byType(before))).toEqual(reportOf(model.reported))
    expect(added(byPackage(after), byPackage(before))).toEqual(packageReportOf(model.reported))
    const { issued, redeemed } = model.totals
    expect(subtract(after.closing_coins, before.closing_coins)).toBe(fromUnits(issued - redeemed))
    expect(after.closing_coins).toBe(after.balance.held_coins)
    expect(subtract(after.balance.issued_coins, before.balance.issued_coins)).toBe(fromUnits(issued))
    const members = [...model.members.values()]
    const total = (of: (member: (typeof members)[number]) => bigint) =>
      fromUnits(members.reduce((sum, member) => sum + of(member), 0n))
    expect(subtract(after.balance.locked_coins, before.balance.locked_coins)).toBe(total(({ locked }) => locked))
    expect(subtract(after.balance.maturing_coins, before.balance.maturing_coins)).toBe(total(played.waiting))
  })

test(
  'random histories have the same report in the database and in the model',
  async () => {
    await fc.assert(sameAsModel(rules), { numRuns: runs })
    await expectNoViolations(database)
  },
  60_000 + runs * 500,
)

const broken: Array<[string, Partial<typeof rules>]> = [
  ['a reward for each package', { reward: (request) => rules.reward(request, true) }],
  ['bonuses that wait for ever', { waiting: ({ maturing }) => maturing.reduce((sum, { coins }) => sum + coins, 0n) }],
]
test.each(broken)('the comparison of reports notices %s', { timeout: 300_000 }, async (_, change) => {
  const { failed } = await fc.check(sameAsModel({ ...rules, ...change }), { numRuns: 10_000, endOnFailure: true })
  expect(failed).toBe(true)
})

type Sums = Map<string, Pick<ReportSum, 'count' | 'coins' | 'usd'>>

const byType = ({ sums }: Report): Sums => new Map(sums.map(({ type, ...sum }) => [type, sum]))
const byPackage = ({ packages }: Report): Sums =>
  new Map(
    packages.flatMap(({ package: own, sums }) =>
      sums.map(({ type, ...sum }) => [`${own?.id ?? 'top-ups'} ${type}`, sum] as const),
    ),
  )

/** Returns what this run has added. Other runs leave their coins in the database. */
function added(after: Sums, before: Sums): Record<string, { count: number; coins: Decimal; usd: Decimal }> {
  const none = { count: 0, coins: '0', usd: '0' }
  return Object.fromEntries(
    [...after].flatMap(([key, { count, coins, usd }]) => {
      const old = before.get(key) ?? none
      if (count === old.count) return []
      return [[key, { count: count - old.count, coins: subtract(coins, old.coins), usd: subtract(usd, old.usd) }]]
    }),
  )
}
