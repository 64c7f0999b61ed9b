import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  bringMaturityNearer,
  createPackage,
  decide,
  expectNoViolations,
  expectRefused,
  submit,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { readUserStats } from './totals.ts'

let database: TestDatabase
let manyDb: Db
let adminId: string
let pack: PackageFixture

beforeAll(async () => {
  database = await createTestDatabase()
  manyDb = createDb(createPool(database.ownerUrl, { max: 16, onError: () => {} }))
  adminId = (await createAdmin(database.ownerDb)).id
  // 2,000 coins of bonus, and 2,000 of reward.
  pack = await createPackage(database, { coins: 10_000, bonusPercentage: '20' })
})
beforeEach(() => setDays(7))
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await manyDb.destroy()
  await database.drop()
})

async function setDays(days: number): Promise<void> {
  await database.ownerDb
    .updateTable('settings')
    .set({ maturity_days: String(days) })
    .execute()
}

async function buy(userId: string, bought = pack): Promise<void> {
  await decide(database, adminId, userId, await submitPackage(database, userId, bought))
}

async function withdraw(userId: string, coins: number) {
  return submit(database, userId, 'withdrawal', coins)
}

async function adjust(userId: string, coins: string, reversesId: string | null = null): Promise<void> {
  const by = { token: null, actorId: adminId, key: randomUUID() }
  await ledger.adjust(database.ownerDb, { ...by, userId, coins, reason: 'Correction', reversesId })
}

async function readCoins(userId: string) {
  const stats = await readUserStats(database.appDb, userId)
  return [stats.available_coins, stats.maturing_coins, stats.next_maturing?.coins ?? null]
}

async function countMaturing(): Promise<string | undefined> {
  const { rows } = await database.owner.query<{ count: string }>('SELECT count(*) FROM ledger.maturing')
  return rows[0]?.count
}

test('the bonus stays while the base coins leave, until its days have passed', async () => {
  const { id } = await createMember(database.ownerDb)
  await buy(id)
  expect(await readCoins(id)).toEqual(['12000', '2000', '2000'])
  await expectRefused(database, 'coins_maturing', () => withdraw(id, 11_000))
  const other = await createMember(database.ownerDb)
  const recipientMemberId = other.memberId
  await expectRefused(database, 'coins_maturing', () => submit(database, id, 'transfer', 11_000, { recipientMemberId }))
  await expectRefused(database, 'insufficient_funds', () => withdraw(id, 13_000))
  const all = await withdraw(id, 10_000)
  expect(await readCoins(id)).toEqual(['2000', '2000', '2000'])
  await expectRefused(database, 'coins_maturing', () => withdraw(id, 1000))
  await decide(database, adminId, id, all, 'rejected')

  await bringMaturityNearer(database, id, 6)
  await expectRefused(database, 'coins_maturing', () => withdraw(id, 11_000))
  await bringMaturityNearer(database, id, 1)
  expect(await readCoins(id)).toEqual(['12000', '0', null])
  await withdraw(id, 12_000)
})

test('the reward waits for the referrer, and the refusal says how many coins until when', async () => {
  const referrer = await createMember(database.ownerDb)
  const friend = await createMember(database.ownerDb, { referredById: referrer.id })
  await buy(friend.id)
  expect(await readCoins(referrer.id)).toEqual(['2000', '2000', '2000'])
  await bringMaturityNearer(database, referrer.id, 3)
  await buy(referrer.id)
  expect(await readCoins(referrer.id)).toEqual(['14000', '4000', '2000'])
  const refused = withdraw(referrer.id, 12_000)
  const from = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as unknown
  await expect(refused).rejects.toMatchObject({ code: 'coins_maturing', values: { coins: '4000', from } })
  await bringMaturityNearer(database, referrer.id, 4)
  expect(await readCoins(referrer.id)).toEqual(['14000', '2000', '2000'])
  await withdraw(referrer.id, 12_000)
  // Coins that another member sends are mature.
  const gift = await submit(database, friend.id, 'transfer', 5000, { recipientMemberId: referrer.memberId })
  await decide(database, adminId, friend.id, gift)
  expect(await readCoins(referrer.id)).toEqual(['7000', '2000', '2000'])
})

test('the days count from the approval on, and a change of them leaves earlier credits alone', async () => {
  const [one, two, three] = [
    await createMember(database.ownerDb),
    await createMember(database.ownerDb),
    await createMember(database.ownerDb),
  ]
  await buy(one.id)
  const request = await submitPackage(database, two.id, pack)
  await setDays(0)
  const before = await countMaturing()
  await decide(database, adminId, two.id, request)
  expect(await readCoins(two.id)).toEqual(['12000', '0', null])
  await withdraw(two.id, 12_000)
  expect(await countMaturing()).toBe(before)
  expect(await readCoins(one.id)).toEqual(['12000', '2000', '2000'])
  await expectRefused(database, 'coins_maturing', () => withdraw(one.id, 11_000))
  await setDays(30)
  await buy(three.id)
  await bringMaturityNearer(database, one.id, 7)
  await bringMaturityNearer(database, three.id, 29)
  await withdraw(one.id, 12_000)
  await expectRefused(database, 'coins_maturing', () => withdraw(three.id, 12_000))
})

describe('an adjustment', () => {
  test('takes mature coins first, then those that would wait longest, and never leaves more waiting than there are', async () => {
    const { id } = await createMember(database.ownerDb)
    await buy(id)
    await bringMaturityNearer(database, id, 3)
    await buy(id)
    expect(await readCoins(id)).toEqual(['24000', '4000', '2000'])
    await adjust(id, '-19000')
    expect(await readCoins(id)).toEqual(['5000', '4000', '2000'])
    await adjust(id, '-1500.5')
    expect(await readCoins(id)).toEqual(['3499.5', '3499.5', '2000'])
    await bringMaturityNearer(database, id, 4)
    expect(await readCoins(id)).toEqual(['3499.5', '1499.5', '1499.5'])
    await adjust(id, '-3499.5')
    expect(await readCoins(id)).toEqual(['0', '0', null])
    // Coins that come later do not wait in the place of those that were taken.
    await adjust(id, '1000')
    await withdraw(id, 1000)
  })

  test('that reverses a bonus takes that bonus, and leaves the base coins to the member', async () => {
    const { id } = await createMember(database.ownerDb)
    await buy(id)
    const { rows } = await database.owner.query<{ id: string }>(
      `SELECT id FROM ledger.movements WHERE user_id = $1 AND leg = 'bonus'`,
      [id],
    )
    await adjust(id, '-2000', rows[0]?.id)
    expect(await readCoins(id)).toEqual(['10000', '0', null])
    await withdraw(id, 10_000)
  })
})

test('of many withdrawals and transfers at once, exactly the mature coins leave', async () => {
  const other = await createMember(database.ownerDb)
  for (let round = 0; round < 3; round += 1) {
    const { id } = await createMember(database.ownerDb)
    const late = await submitPackage(database, id, pack)
    await giveCoins(database.ownerDb, adminId, id, 1500)
    // A bonus arrives at the same moment.
    const outcomes = await Promise.allSettled([
      decide(database, adminId, id, late),
      ...Array.from({ length: 40 }, async (_, n) =>
        ledger.submit(manyDb, {
          token: null,
          userId: id,
          key: randomUUID(),
          coins: 1000,
          ...(n % 2 ? { kind: 'withdrawal', usdtRate: '1' } : { kind: 'transfer', recipientMemberId: other.memberId }),
        }),
      ),
    ])
    const codes = outcomes.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : 'done',
    )
    expect(codes.filter((code) => !['done', 'coins_maturing', 'insufficient_funds'].includes(code))).toEqual([])
    const rest: string[] = []
    for (let n = 0; n < 12; n += 1) rest.push(await withdraw(id, 1000).catch(({ code }: { code: string }) => code))
    expect(rest.at(-1)).toBe('coins_maturing')
    expect(await readCoins(id)).toEqual(['2500', '2000', '2000'])
  }
})
