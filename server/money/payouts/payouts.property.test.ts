import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { PayoutPlay, payoutStep } from '../../../tests/helpers/payout-play.ts'
import { createAdmin } from '../../../tests/helpers/people.ts'
import { payoutRules } from './model-payouts.ts'

/** `PAYOUT_RUNS=1000 npx vitest run server/money/payouts/payouts.property.test.ts` plays more histories. */
const runs = Number(process.env['PAYOUT_RUNS'] ?? 40)

let database: TestDatabase
let actorId: string
beforeAll(async () => {
  database = await createTestDatabase()
  actorId = (await createAdmin(database.ownerDb)).id
})
afterAll(async () => database.drop())

const sameAsModel = (rules: typeof payoutRules, onEnd = (_: PayoutPlay) => {}) =>
  fc.asyncProperty(fc.array(payoutStep, { minLength: 4, maxLength: 25, size: 'max' }), async (steps) => {
    const play = new PayoutPlay(database, actorId, rules)
    await play.begin()
    for (const next of steps) await play.take(next)
    await play.compare()
    onEnd(play)
  })

test(
  'random histories of payouts go in the database as in the model, and no transfer pays twice',
  { timeout: 60_000 + runs * 1_000 },
  async () => {
    let confirmed = 0
    const countConfirmed = ({ model }: PayoutPlay) => {
      confirmed += model.payouts.filter(({ state }) => state === 'confirmed').length
    }
    await fc.assert(sameAsModel(payoutRules, countConfirmed), { numRuns: runs })
    expect(confirmed).toBeGreaterThan(0)
    await expectNoViolations(database)
  },
)

const broken: Array<[string, Partial<typeof payoutRules>]> = [
  ['a transfer that pays two withdrawals', { isFree: () => true }],
  ['a payment from before the request', { isInTime: () => true }],
  ['an amount that is not exact', { isExact: () => true }],
]
test.each(broken)('the comparison notices %s', { timeout: 300_000 }, async (_, change) => {
  const { failed } = await fc.check(sameAsModel({ ...payoutRules, ...change }), { numRuns: 10_000, endOnFailure: true })
  expect(failed).toBe(true)
})
