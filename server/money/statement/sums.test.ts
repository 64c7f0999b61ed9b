import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, subtract, toShortest } from '../../../contract/money.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, decide, moveLines, submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { exportStatementSums } from './export-sums.ts'
import { readStatement, type Period } from './statement.ts'
import { readStatementSums } from './sums.ts'

let database: TestDatabase
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(() => database.drop())

/** Adds up what the statement lists, one line after the other. */
async function sumLines(userId: string, period: Period) {
  const { items, next_cursor: next } = await readStatement(database.appDb, userId, { ...period, limit: 100 })
  expect(next).toBeNull()
  const sums = new Map<string, { count: number; coins: string; valueUsd: string }>()
  for (const { type, coins, value_usd: valueUsd } of items) {
    const so = sums.get(type) ?? { count: 0, coins: '0', valueUsd: '0' }
    sums.set(type, { count: so.count + 1, coins: add(so.coins, coins), valueUsd: add(so.valueUsd, valueUsd) })
  }
  return sums
}

/** Reads the sums, and expects them to be those of the lines and the change between the balances. */
async function readSums(userId: string, period: Period) {
  const {
    opening_coins: opening,
    closing_coins: closing,
    sums,
  } = await readStatementSums(database.appDb, userId, period)
  const listed = sums.map(({ type, count, coins, value_usd: valueUsd }) => [
    type,
    { count, coins: toShortest(coins), valueUsd: toShortest(valueUsd) },
  ])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(await sumLines(userId, period)))
  const change = sums.reduce((all, { coins }) => add(all, coins), '0')
  expect(change).toBe(subtract(closing, opening))
  return { opening, closing, types: sums.map(({ type }) => type) }
}

/** A member with a line of each type, over three years. Returns the year before this one, too. */
async function createHistory() {
  const referrer = await createMember(database.ownerDb)
  const friend = await createMember(database.ownerDb, { referredById: referrer.id })
  const pack = await createPackage(database, { coins: 5000, bonusPercentage: '7.5' })
  for (const person of [referrer, friend]) {
    const bought = await submitPackage(database, person.id, pack)
    await decide(database, adminId, person.id, bought)
  }
  await moveLines(database, referrer.id, 800)
  await giveCoins(database.ownerDb, adminId, referrer.id, 33)
  await giveCoins(database.ownerDb, adminId, friend.id, -7)
  const out = await submit(database, referrer.id, 'withdrawal', 1000)
  await decide(database, adminId, referrer.id, out)
  await moveLines(database, referrer.id, 370, `type IN ('WITHDRAWAL', 'ADJUSTMENT_IN')`)
  const sent = await submit(database, referrer.id, 'transfer', 2000, { recipientMemberId: friend.memberId })
  await decide(database, adminId, referrer.id, sent)
  const year = new Date(Date.now() - 370 * 86_400_000).getUTCFullYear()
  return { referrer, friend, year: { from: `${year}-01-01`, to: `${year}-12-31` } }
}

test('the sums of any period are those of its lines to the coin, and the change between the balances', async () => {
  const { referrer, friend, year } = await createHistory()
  expect(await readSums(referrer.id, {})).toMatchObject({
    opening: '0',
    types: ['BUY', 'BONUS', 'REFERRAL_BONUS', 'WITHDRAWAL', 'TRANSFER_OUT', 'ADJUSTMENT_IN'],
  })
  expect((await readSums(friend.id, {})).types).toEqual(['BUY', 'BONUS', 'TRANSFER_IN', 'ADJUSTMENT_OUT'])
  const { opening, closing, types } = await readSums(referrer.id, year)
  expect(types).toEqual(['WITHDRAWAL', 'ADJUSTMENT_IN'])
  expect(subtract(closing, opening)).toBe('-967')
  await readSums(referrer.id, { from: year.to })
  await readSums(referrer.id, { to: year.from })
  expect(await readSums(referrer.id, { from: '2001-01-01', to: '2001-12-31' })).toEqual({
    opening: '0',
    closing: '0',
    types: [],
  })
})

test('the sums of all members are those of the platform', async () => {
  await createHistory()
  const { rows: members } = await database.owner.query<{ id: string }>(`SELECT user_id AS id FROM ledger.accounts`)
  const own = new Map<string, { count: number; coins: string }>()
  for (const { id } of members) {
    for (const { type, count, coins } of (await readStatementSums(database.appDb, id, {})).sums) {
      const so = own.get(type) ?? { count: 0, coins: '0' }
      own.set(type, { count: so.count + count, coins: add(so.coins, coins) })
    }
  }
  const { rows: days } = await database.owner.query<{ type: string; count: number; coins: string }>(
    `SELECT type, sum(count)::int AS count, trim_scale(sum(coins_in - coins_out))::text AS coins
       FROM ledger.current_days GROUP BY type`,
  )
  expect(Object.fromEntries(own)).toEqual(Object.fromEntries(days.map(({ type, ...sum }) => [type, sum])))
})

test('the file of the sums adds up from the opening balance to the closing one', async () => {
  const { referrer, year } = await createHistory()
  const { columns, pages } = exportStatementSums(database.appDb, referrer.id, year)
  const rows: (string | null)[][] = []
  for await (const page of pages) rows.push(...page.map((row) => columns.map(({ read }) => read(row))))
  const numbers = rows.map(([name, count, coins]) => [name, count, toShortest(coins ?? '')])
  expect(numbers).toEqual([
    ['Opening balance', null, numbers[0]?.[2]],
    ['Withdrawal', '1', '-1000'],
    ['Adjustment, added', '1', '33'],
    ['Closing balance', null, subtract(numbers[0]?.[2] ?? '', '967')],
  ])
})
