import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceRanges } from '../../../contract/endpoints/dashboards.ts'
import { balancePointsMax, getBalanceHistory } from '../../../contract/dashboards.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { cancel } from '../../money/ledger/ledger.ts'
import { readBalanceHistory } from './balance-history.ts'
import { readMemberDashboard } from './member-dashboard.ts'

const day = 86_400_000
const hour = day / 24

let database: TestDatabase
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(async () => database.drop())

/** Dates the member's lines back by these numbers of days, the oldest line first. */
async function backdate(userId: string, daysAgo: number[]): Promise<void> {
  await database.owner.query('alter table ledger.lines disable trigger append_only')
  await database.owner.query(
    `update ledger.lines l set created_at = now() - d.ago * interval '1 day'
       from unnest($2::float8[]) with ordinality d (ago, version) where l.user_id = $1 and l.version = d.version`,
    [userId, daysAgo],
  )
  await database.owner.query('alter table ledger.lines enable trigger append_only')
}

async function read(userId: string, ...[range = '30d', now]: [range?: (typeof balanceRanges)[number], now?: number]) {
  return getBalanceHistory.output.parse(await readBalanceHistory(database.appDb, userId, range, now))
}

test('the history begins with the earlier balance, follows each change, and ends with the present balance', async () => {
  const { id } = await createMember(database.ownerDb)
  for (const coins of [1000, 500, -200, 3000]) await giveCoins(database.ownerDb, adminId, id, coins)
  await backdate(id, [40, 20, 10.1, 0])
  const { from, to, points } = await read(id)
  expect(Date.parse(to) - Date.parse(from)).toBe(30 * day)
  expect(points[0]).toEqual({ at: from, balance_coins: '1000' })
  expect(points.at(-1)).toEqual({ at: to, balance_coins: '4300' })
  const changes = points.filter(({ balance_coins: coins }, at) => coins !== points[at - 1]?.balance_coins)
  expect(changes.map(({ balance_coins: coins }) => coins)).toEqual(['1000', '1500', '1300', '4300'])
  // The first step after a change has the new balance.
  for (const [at, ago] of [
    [changes[1]?.at, 20],
    [changes[2]?.at, 10.1],
  ] as const) {
    const lateMs = Date.parse(at ?? '') - (Date.parse(to) - ago * day)
    expect(lateMs).toBeGreaterThanOrEqual(-hour)
    expect(lateMs).toBeLessThan(7 * hour)
  }
})

test('locked coins still count in the balance', async () => {
  const { id } = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, adminId, id, 5000)
  const requestId = await submit(database, id, 'withdrawal', 2000)
  await cancel(database.ownerDb, { token: null, userId: id, key: randomUUID(), requestId })
  await submit(database, id, 'withdrawal', 3000)
  const later = (await read(id, '30d', Date.now() + day)).points.slice(-3)
  expect(later.map(({ balance_coins: coins }) => coins)).toEqual(['5000', '5000', '5000'])
})

test('each range has 122 points at most, in order, at steps that do not shift as time goes on', async () => {
  const { id } = await createMember(database.ownerDb)
  for (const range of balanceRanges) {
    for (const now of [Date.UTC(2027, 0, 1), Date.UTC(2027, 0, 1) + 1, Date.UTC(2027, 5, 6, 7, 8, 9)]) {
      const { from, to, points } = await read(id, range, now)
      expect(points.length).toBeLessThanOrEqual(balancePointsMax)
      expect(points.length).toBeGreaterThan(80)
      const moments = points.map(({ at }) => Date.parse(at))
      expect(moments.toSorted((a, b) => a - b)).toEqual(moments)
      expect(new Set(moments).size).toBe(moments.length)
      expect([points[0]?.at, points.at(-1)?.at]).toEqual([from, to])
      const later = (await read(id, range, now + 60_000)).points.map(({ at }) => at)
      expect(later).toEqual(expect.arrayContaining(points.slice(1, -1).map(({ at }) => at)))
    }
  }
})

test('of two overlapping changes, the one that was written later is the newer one', async () => {
  const { id } = await createMember(database.ownerDb)
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query('select now()')
    await giveCoins(database.ownerDb, adminId, id, 1000)
    await client.query(`select ledger.adjust($1, gen_random_uuid(), $2, 500, 'Late', null)`, [adminId, id])
    await client.query('commit')
  } finally {
    client.release()
  }
  const later = (await read(id, '30d', Date.now() + day)).points.slice(-2)
  expect(later.map(({ balance_coins: coins }) => coins)).toEqual(['1500', '1500'])
})

test('a change after the clock was put back is still the newer one', async () => {
  const { id } = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, adminId, id, 1000)
  await backdate(id, [-0.1])
  await giveCoins(database.ownerDb, adminId, id, 500)
  const later = (await read(id, '30d', Date.now() + day)).points.slice(-2)
  expect(later.map(({ balance_coins: coins }) => coins)).toEqual(['1500', '1500'])
  const { transactions } = await readMemberDashboard(database.appDb, id)
  expect(transactions.map(({ balance_after: coins }) => coins)).toEqual(['1500', '1000'])
})

test('the history of a new member, and of a person without a ledger account', async () => {
  const { id } = await createMember(database.ownerDb)
  expect(new Set((await read(id)).points.map(({ balance_coins: coins }) => coins))).toEqual(new Set(['0']))
  await expect(readBalanceHistory(database.appDb, adminId, '30d')).rejects.toMatchObject({ code: 'not_found' })
})
