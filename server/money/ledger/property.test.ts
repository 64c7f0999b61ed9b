import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { divide, fromUnits, subtract, toUnits } from '../../../contract/money.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { ModelComparison } from '../../../tests/helpers/model-comparison.ts'
import { step, type Step, type StepKind } from '../../../tests/helpers/ledger-steps.ts'
import { platformStatsOf, statsOf } from './model-figures.ts'
import { rules } from './model-rules.ts'

/**
 * The number of random sequences. `LEDGER_RUNS=5000 npx vitest run server/money/ledger/property.test.ts` plays more.
 */
const runs = Number(process.env['LEDGER_RUNS'] ?? 150)

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/**
 * Plays random steps in the database and in a model with these rules. Fails when they differ. Half of the steps are of the
 * favourite kinds, if there are any.
 */
const sameAsModel = (played: typeof rules, favourites: StepKind[] = []) => {
  const next =
    favourites.length === 0
      ? step
      : fc.oneof(
          step,
          step.filter((candidate) => favourites.includes(candidate.do)),
        )
  return fc.asyncProperty(fc.array(next, { minLength: 10, maxLength: 60, size: 'max' }), async (steps: Step[]) => {
    const before = await readPlatformStats()
    const play = new ModelComparison(database, played)
    await play.begin()
    for (const taken of steps) await play.take(taken)
    await compareEverything(play, before)
  })
}

test(
  'random calls have the same results in the database and in the model',
  async () => {
    // A failure prints its seed and path. Passing both to fc.assert repeats it.
    await fc.assert(sameAsModel(rules), { numRuns: runs })
    await expectNoViolations(database)
  },
  60_000 + runs * 500,
)

const wholeCoin = toUnits('1')
/** The steps that lead to an approval by the policy. */
const policySteps: StepKind[] = ['buy', 'pay exactly', 'set unique amounts']
/** The steps that lead to a debt and to its repayment. */
const reversalSteps: StepKind[] = ['buy', 'approve newest', 'reverse request', 'take all']
/** The steps that lead to another slip, and to its decision or its end. */
const slipSteps: StepKind[] = ['buy', 'ask slip', 'answer slip', 'approve newest', 'let days pass', 'expire']
/** Rules that are broken, with the kinds of step that show it sooner. */
const broken: Array<[string, Partial<typeof rules>, StepKind[]?]> = [
  ['a reward for each package', { reward: (request) => rules.reward(request, true) }],
  [
    'a reward that counts the bonus',
    { reward: ({ coins, bonus }, isFirst) => rules.reward({ coins: coins + bonus, bonus }, isFirst) },
  ],
  [
    'a part of a payment that is rounded up',
    {
      paidPart: (amount, received, wanted, unit) => ((amount * received + wanted * unit - 1n) / (wanted * unit)) * unit,
    },
  ],
  ['a quote that binds nobody', { isAsQuoted: () => true }],
  ['an amount that two open buys have', { isTaken: () => false }],
  [
    'a policy that takes a unit less',
    { isPaidBy: (units, wanted) => units === wanted || units === wanted - 1n },
    policySteps,
  ],
  ['a policy without a limit of the day', { isWithinDay: () => true }, policySteps],
  ['a rejection without a word', { isReason: () => true }],
  ['a limit that forgets the bonus', { worth: (usd, coins, _, rate) => rules.worth(usd, coins, 0n, rate) }],
  [
    'a limit that forgets what is paid',
    { worth: (_, coins, bonus, rate) => rules.worth(0n, coins, bonus, rate) },
    ['buy', 'set limit', 'set top-up price'],
  ],
  ['a withdrawal to an address of the platform', { isPayable: () => true }],
  ['a withdrawal to an address outside of the book', { isListed: () => true, isUsable: () => true }],
  ['a payment to an address that has not waited', { isUsable: () => true }],
  ['a payment to an address that waits for ever', { isUsable: () => false }],
  ['a sixth address', { hasRoom: () => true }],
  ['a decision by those who only read', { mayDecide: () => true }],
  ['a correction by an approver', { mayAdjust: rules.mayDecide }],
  ['a buy at a stand-in rate', { mayBuyAt: () => true }],
  ['a buy that waits for ever', { isOverdue: () => false }],
  ['a buy that expires too early', { isOverdue: (request, days) => rules.isOverdue(request, days + 5) }],
  ['a payment that counts twice without a reason', { mayUseProofs: () => true }],
  ['a withdrawal that expires', { isOverdue: (request, days) => rules.isOverdue({ ...request, kind: 'buy' }, days) }],
  ['a decision about a slip that was not seen', { isSeen: () => true }, slipSteps],
  ['a buy that expires while its member is asked', { daysOf: ({ days, askedDays }) => days + askedDays }, slipSteps],
  ['a buy that expires right after its new slip', { isFresh: () => false }, slipSteps],
  ['a policy that approves a slip that was asked for', { isUndoubted: () => true }, [...policySteps, 'ask slip']],
  ['a closing that loses coins', { isEmpty: () => true }, ['close']],
  ['a reward for a closed account', { isOpen: () => true }, ['close', 'take all', 'buy', 'approve newest']],
  [
    'a withdrawal soon after a change of the account',
    { isHeld: () => false },
    ['set wallet', 'add address', 'approve newest', 'withdraw'],
  ],
  ['a withdrawal in spite of a stop', { isStopped: () => false }],
  ['a bonus that is spent at once', { waiting: () => 0n }],
  ['a bonus that waits for ever', { waiting: ({ maturing }) => maturing.reduce((sum, { coins }) => sum + coins, 0n) }],
  [
    'coins that wait although an adjustment took them',
    { takenOfWaiting: () => 0n },
    ['buy', 'approve newest', 'set maturity', 'take all'],
  ],
  ['a great worth without a second administrator', { needsSecond: () => false }],
  [
    'a sum that forgets what was decided before',
    { needsSecond: (worth, _, limits) => rules.needsSecond(worth, 0n, limits) },
  ],
  ['a request that is reversed twice', { mayReverse: () => true }],
  ['a reversal without a debt', { lacking: () => 0n }],
  [
    'a debt that takes one coin at a time',
    {
      repaid: (remaining, available) =>
        remaining < wholeCoin ? rules.repaid(remaining, available) : available < wholeCoin ? available : wholeCoin,
    },
    reversalSteps,
  ],
  ['a debt that no credit repays', { repaid: () => 0n }, reversalSteps],
  ['a first purchase that stays done', { isFirstAgain: () => false }],
  ['a first purchase that is undone under a later one', { isFirstAgain: () => true }, reversalSteps],
  ['a bonus of whole coins only', { bonus: (pack) => (rules.bonus(pack) / wholeCoin) * wholeCoin }],
]
// Chance decides how soon a history shows the broken rule, so the test is patient.
test.each(broken)('the comparison notices %s', { timeout: 300_000 }, async (_, change, favourites) => {
  const property = sameAsModel({ ...rules, ...change }, favourites)
  const { failed } = await fc.check(property, { numRuns: 10_000, endOnFailure: true })
  expect(failed).toBe(true)
})

async function compareEverything({ model, people }: ModelComparison, before: Record<string, string>): Promise<void> {
  const members = people.filter((id) => model.members.get(id)?.role === 'user')
  const { rows: lines } = await database.owner.query<{ user_id: string; type: string | null } & Record<string, string>>(
    `SELECT user_id, type, available_delta, locked_delta, available_after + locked_after AS total
       FROM ledger.lines WHERE user_id = ANY($1) ORDER BY version`,
    [members],
  )
  const { rows: stats } = await database.owner.query<{ user_id: string }>(
    `SELECT s.*, (ledger.maturing_of(s.user_id)).coins AS maturing_coins, ledger.debt_of(s.user_id) AS debt_coins, p.package_id, p.first_purchase_done, w.total_coins FROM user_dashboard_stats s
       JOIN wallets w USING (user_id) JOIN profiles p ON p.id = s.user_id WHERE s.user_id = ANY($1)`,
    [members],
  )
  const { rows: requests } = await database.owner.query<{ id: string }>(
    `SELECT id, status, bonus_coins, package_id, amount_usd, usdt_amount, received_units, credited_coins, credited_usd, usdt_tail
       FROM ledger.requests WHERE user_id = ANY($1)`,
    [members],
  )
  const { rows: addresses } = await database.owner.query<{ user_id: string; address: string }>(
    'SELECT user_id, address FROM wallet_addresses WHERE user_id = ANY($1)',
    [members],
  )
  for (const id of members) {
    const member = model.members.get(id)
    if (!member) throw new Error('a member is missing')
    expect(lines.filter((line) => line.user_id === id)).toEqual(
      member.lines.map(({ type, available, locked, total }) => ({
        user_id: id,
        type,
        available_delta: fromUnits(available),
        locked_delta: fromUnits(locked),
        total: fromUnits(total),
      })),
    )
    const book = addresses.filter((row) => row.user_id === id).map(({ address }) => address)
    expect(book.toSorted()).toEqual([...member.book.keys()].toSorted())
    const expected = statsOf(member, model.settings.rate)
    expect(stats.find((row) => row.user_id === id)).toEqual({
      user_id: id,
      ...expected,
      maturing_coins: fromUnits(model.rules.waiting(member)),
      debt_coins: fromUnits(member.debts.reduce((sum, { remaining }) => sum + remaining, 0n)),
      total_coins: expected.balance_coins,
      package_id: member.packageId,
      first_purchase_done: member.isFirstPurchaseDone,
    })
  }
  expect(new Map(requests.map((row) => [row.id, row]))).toEqual(
    new Map(
      [...model.requests.values()].map(
        ({ id, kind, status, bonus, packageId, usd, usdt, tail, received, credited }) => [
          id,
          {
            id,
            status,
            bonus_coins: kind === 'buy' ? fromUnits(bonus) : null,
            package_id: packageId,
            amount_usd: fromUnits(usd),
            usdt_amount: usdt === null ? null : fromUnits(usdt),
            received_units: received === null ? null : String(received),
            credited_coins: credited === null ? null : fromUnits(credited.coins),
            credited_usd: credited === null ? null : fromUnits(credited.usd),
            usdt_tail: tail === 0n ? null : fromUnits(tail),
          },
        ],
      ),
    ),
  )
  await comparePlatformStats(platformStatsOf(model), before)
}

/** Other runs leave their coins in the database, so only the coins that this run added are compared. */
async function comparePlatformStats(expected: Record<string, string>, before: Record<string, string>): Promise<void> {
  const now = await readPlatformStats()
  for (const [name, value] of Object.entries(expected)) {
    if (name === 'average_purchase_price') continue
    expect([name, subtract(now[name] ?? '', before[name] ?? '')]).toEqual([name, value])
  }
  const { total_supply_usd: usd = '', total_supply_coins: coins = '', average_purchase_price: average } = now
  expect(average).toBe(coins === '0' ? '0' : divide(usd, coins, 8))
}

async function readPlatformStats(): Promise<Record<string, string>> {
  const { rows } = await database.owner.query<Record<string, string>>('SELECT * FROM global_platform_stats')
  return rows[0] ?? {}
}
