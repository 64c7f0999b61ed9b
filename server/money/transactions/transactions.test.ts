import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, compare, subtract } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import { transactionSorts, transactionTypeNames, transactionTypes } from '../../../contract/endpoints/transactions.ts'
import type { TransactionType } from '../../../contract/endpoints/transactions.ts'
import type { listTransactions as operation, TransactionSort } from '../../../contract/transactions.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { ModelComparison } from '../../../tests/helpers/model-comparison.ts'
import { step, type Step } from '../../../tests/helpers/ledger-steps.ts'
import { rollUpMeanwhile } from '../../../tests/helpers/roll-up-meanwhile.ts'
import * as fc from 'fast-check'
import * as ledger from '../ledger/ledger.ts'
import { rules } from '../ledger/model-rules.ts'
import { listTransactions } from './list-transactions.ts'
import type { TransactionEntry } from './entry.ts'
import type { QueryLimits } from './access-path.ts'
import { listTransactionDays, readTransactionTotals } from './transaction-totals.ts'

type Query = InputOf<typeof operation>['query']
type Filter = Omit<Query, 'sort' | 'order' | 'cursor' | 'limit'>

/** A transaction as the journal has it. */
interface Line extends TransactionEntry {
  type: TransactionType
}

let database: TestDatabase
const names = ['Zoë Ünal', 'ada Lovelace', 'Buy Buyer', 'Ben Adams']

beforeAll(async () => {
  database = await createTestDatabase()
  // The lines are dated by hand, microseconds apart and over some days, which the journal does not allow otherwise.
  await database.owner.query(`ALTER TABLE ledger.lines DISABLE TRIGGER append_only`)
})
afterAll(() => database.drop())

const steps = fc.array(step, { minLength: 10, maxLength: 40, size: 'max' })
const day = fc.constantFrom('2026-01-02', '2026-01-04', '2026-01-07', '2030-01-01')
const coins = fc.constantFrom('0', '1000', '1000.0001', '20000')
/** Most filters have one or two conditions, as more would leave no rows. */
const seldom = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
const often = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
const filter = fc.record({
  search: often(
    fc.constantFrom('ada', 'a', 'buy', 'BONUS', 'transfer', 'ünal', 'example.org', 'nobody', 'adjustment in', '%', "'"),
  ),
  type: seldom(fc.constantFrom(...transactionTypes)),
  user: seldom(fc.nat(3)),
  from: seldom(day),
  to: seldom(day),
  min_coins: seldom(coins),
  max_coins: seldom(coins),
})
const query = fc.record({
  filter,
  sort: fc.constantFrom(...transactionSorts),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({ min: 1, max: 7 }),
  /** True when pages end early, as they do when a query reads very many rows. */
  isShort: fc.boolean(),
})
type Asked = typeof query extends fc.Arbitrary<infer T> ? T : never
const shortLimits: QueryLimits = {
  sortedRowsMax: 5,
  walkedRows: { first: 2, most: 5 },
  members: { first: 1, most: 2, walkedNamesMax: 3 },
  namedMembersMax: { usually: 1, inOrderOfNames: 1 },
}

test('lists, sums and days agree with the journal at any moment of a roll-up [ADMLEDGER-01, ADMLEDGER-02, ADMLEDGER-03, ADMTX-02]', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(query, { minLength: 12, maxLength: 12 }), async (taken: Step[], asked) => {
      const play = new ModelComparison(database, rules)
      await play.begin()
      await nameThem(play.people)
      const [first, second] = [taken.slice(0, taken.length / 2), taken.slice(taken.length / 2)]
      for (const next of first) await play.take(next)
      await spreadDates(play.people)
      await ledger.rollUp(database.appDb)
      for (const next of second) await play.take(next)
      const lines = await readJournal()
      const ask = async ({ filter: { user, ...narrow }, sort, order, limit, isShort }: Asked) => {
        const criteria: Filter = user === undefined ? narrow : { ...narrow, user_id: play.people[user] }
        await compareAll(lines, criteria, { sort, order, limit, isShort })
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

async function compareAll(
  lines: Line[],
  criteria: Filter,
  { sort, order, limit, isShort }: Pick<Query, 'sort' | 'order' | 'limit'> & { isShort: boolean },
) {
  const matching = lines.filter((line) => matches(line, criteria))
  const expected = matching.toSorted((one, other) => inOrder(one, other, sort, order))
  const found: TransactionEntry[] = []
  let cursor: string | undefined
  do {
    const page = await listTransactions(
      database.appDb,
      { ...criteria, sort, order, limit, cursor },
      isShort ? shortLimits : undefined,
    )
    expect(page.items.length).toBeLessThanOrEqual(limit)
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect([criteria, sort, order, found.map(({ id }) => id)]).toEqual([
    criteria,
    sort,
    order,
    expected.map(({ id }) => id),
  ])
  expect(found).toEqual(expected)

  expect(await readTransactionTotals(database.appDb, criteria)).toEqual(sumsOf(matching))
  const range = { ...criteria, from: '2026-01-01', to: '2026-01-09' }
  const { days } = await listTransactionDays(database.appDb, range)
  expect(days).toHaveLength(9)
  for (const one of days) {
    const { count, coins_in, coins_out } = sumsOf(
      lines.filter((line) => matches(line, range) && line.created_at.startsWith(one.day)),
    )
    expect(one).toEqual({ day: one.day, count, coins_in, coins_out })
  }
}

/** Applies the same filter to the journal itself. */
function matches(line: Line, { search, type, user_id: userId, from, to, min_coins: min, max_coins: max }: Filter) {
  const date = line.created_at.slice(0, 10)
  return (
    (type === undefined || line.type === type) &&
    (userId === undefined || line.user_id === userId) &&
    (from === undefined || date >= from) &&
    (to === undefined || date <= to) &&
    (min === undefined || compare(line.amount, min) >= 0) &&
    (max === undefined || compare(line.amount, max) <= 0) &&
    (search === undefined || isFound(line, search.toLowerCase()))
  )
}

function isFound({ full_name, email, member_id, type }: Line, text: string): boolean {
  const [person, kind] = [
    `\n${full_name}\n${email}\n${member_id}`,
    ` ${transactionTypeNames[type]} ${type} ${type.replaceAll('_', ' ')}`,
  ]
  const startsWord = (words: string) =>
    words.toLowerCase().includes(` ${text}`) || words.toLowerCase().includes(`\n${text}`)
  if (text.length < 3) return startsWord(person) || startsWord(kind)
  return [...person.split('\n'), kind].some((words) => words.toLowerCase().includes(text))
}

const outgoing: string[] = ['WITHDRAWAL', 'TRANSFER_OUT', 'ADJUSTMENT_OUT', 'REVERSAL_OUT', 'DEBT_OUT']
const isOut = ({ type }: Line) => outgoing.includes(type)

function inOrder(one: Line, other: Line, sort: TransactionSort, order: 'asc' | 'desc'): number {
  const turn = order === 'asc' ? 1 : -1
  const by = (...segments: number[]) => turn * (segments.find((segment) => segment !== 0) ?? 0)
  const text = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  const byId = text(one.id, other.id)
  const byDate = text(one.created_at, other.created_at)
  switch (sort) {
    case 'date':
      return by(byDate, byId)
    case 'user':
      return by(
        Buffer.compare(Buffer.from(one.full_name.toLowerCase()), Buffer.from(other.full_name.toLowerCase())),
        text(one.user_id, other.user_id),
        byDate,
        byId,
      )
    case 'type':
      return by(text(transactionTypeNames[one.type], transactionTypeNames[other.type]), byDate, byId)
    case 'rate':
      return by(compare(one.rate, other.rate), byId)
    case 'value':
      return by(compare(one.total_usd_value, other.total_usd_value), byId)
    case 'balance':
      return by(compare(one.balance_after, other.balance_after), byId)
    case 'coins_in':
    case 'coins_out': {
      const has = (line: Line) => isOut(line) === (sort === 'coins_out')
      if (has(one) !== has(other)) return has(one) ? -1 : 1
      return has(one) ? by(compare(one.amount, other.amount), byId) : by(byDate, byId)
    }
  }
}

function sumsOf(lines: Line[]) {
  const total = (some: Line[], of: (line: Line) => string) => some.reduce((sum, line) => add(sum, of(line)), '0')
  const [incoming, gone] = [lines.filter((line) => !isOut(line)), lines.filter((line) => isOut(line))]
  const [coinsIn, coinsOut] = [incoming, gone].map((some) => total(some, ({ amount }) => amount)) as [string, string]
  return {
    count: lines.length,
    coins_in: coinsIn,
    coins_out: coinsOut,
    net_coins: subtract(coinsIn, coinsOut),
    value_in_usd: total(incoming, (line) => line.total_usd_value),
    value_out_usd: total(gone, (line) => line.total_usd_value),
  }
}

async function readJournal(): Promise<Line[]> {
  const { rows } = await database.owner.query<Line>(
    `SELECT l.id, l.user_id, l.type, abs(l.available_delta + l.locked_delta) AS amount, l.rate,
            round(abs(l.available_delta + l.locked_delta) * l.rate, 2) AS total_usd_value, l.available_after + l.locked_after AS balance_after,
            l.created_at, p.full_name, p.email, p.member_id
       FROM ledger.lines l JOIN profiles p ON p.id = l.user_id WHERE l.type IS NOT NULL`,
  )
  return rows
}

async function nameThem(people: string[]): Promise<void> {
  for (const [n, name] of names.entries()) {
    await database.owner.query('UPDATE profiles SET full_name = $1 WHERE id = $2', [name, people[n]])
  }
}

/**
 * Dates a part of the lines days back before they are rolled up. A member's dates still follow the numbers of the
 * lines.
 */
async function spreadDates(people: string[]): Promise<void> {
  await database.owner.query(
    `UPDATE ledger.lines SET created_at = timestamptz '2026-01-01 20:00Z' + version * interval '7 hours 1 microsecond'
      WHERE user_id = ANY($1) AND version < 20`,
    [people],
  )
}
