import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  expectRefused,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createToken } from '../../../tests/helpers/people.ts'
import * as ledger from './ledger.ts'

const tails = 99
const connections = 12

let database: TestDatabase
let db: Db
let adminId: string
let pack: PackageFixture
beforeAll(async () => {
  database = await createTestDatabase()
  const onError = (error: Error) => {
    throw error
  }
  db = createDb(createPool(database.ownerUrl, { max: connections, onError }))
  adminId = (await createAdmin(database.ownerDb)).id
})
beforeEach(async () => {
  await setSwitch('on')
  // A price of its own for each test, so that the tests do not share the 99 amounts.
  pack = await createPackage(database, { coins: 1000 * (packages += 2) })
})
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

let packages = 1
const setSwitch = (to: 'off' | 'on') => database.ownerDb.updateTable('settings').set({ unique_amounts: to }).execute()
const terms = (userId: string) =>
  ({ userId, coins: pack.coins, packageId: pack.id, usdtRate: '1', usdtRateIsFallback: false }) as const
const tokens = new Map<string, string>()
const quote = async (userId: string) => {
  const token = tokens.get(userId) ?? (await createToken(database.ownerDb, userId))
  tokens.set(userId, token)
  return ledger.readBuyTerms(database.appDb, { ...terms(userId), token })
}
const buy = (userId: string, extra: Partial<ledger.Submission> = {}) =>
  ledger.submit(db, { token: null, ...terms(userId), kind: 'buy', key: randomUUID(), ...extra })
const createMemberId = async () => (await createMember(database.ownerDb)).id
const read = (requestId: string) =>
  database.ownerDb
    .selectFrom('ledger.requests')
    .select(['usdt_amount', 'usdt_tail', 'amount_since', 'amount_usd'])
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
const times = async <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

test('a quote shows the whole amount, and the request has the same', async () => {
  const userId = await createMemberId()
  const { usdt_amount: amount, usdt_tail: tail, amount_usd: price, quote_id: quoteId } = await quote(userId)
  expect(Number(tail)).toBeGreaterThanOrEqual(0.0001)
  expect(Number(tail)).toBeLessThanOrEqual(0.0099)
  expect(amount).toBe((Number(price) + Number(tail)).toFixed(4).replace(/0+$/, ''))
  const { requestId } = await buy(userId, { quoteId })
  expect(await read(requestId)).toMatchObject({ usdt_amount: amount, usdt_tail: tail, amount_usd: price })
  expect((await read(requestId)).amount_since).not.toBeNull()
})

test('a member is quoted the same amount until it is bought, and another one for the next buy', async () => {
  const userId = await createMemberId()
  const first = await quote(userId)
  expect(await quote(userId)).toEqual(first)
  await buy(userId, { quoteId: first.quote_id })
  const next = await quote(userId)
  expect(next.usdt_amount).not.toBe(first.usdt_amount)
  await expectRefused(database, 'quote_changed', () => buy(userId, { quoteId: first.quote_id }))
  await buy(userId, { quoteId: next.quote_id })
})

test('buys at once, with a quote and without, never cost the same', async () => {
  const members = await times(40, createMemberId)
  const requests = await Promise.all(
    members.map(async (userId, n) => buy(userId, n % 2 ? { quoteId: (await quote(userId)).quote_id } : {})),
  )
  const amounts = await Promise.all(requests.map(async ({ requestId }) => (await read(requestId)).usdt_amount))
  expect(new Set(amounts).size).toBe(40)
})

test('calls of one member at once get an amount each', async () => {
  const userId = await createMemberId()
  const requests = await times(10, () => buy(userId))
  const amounts = await Promise.all(requests.map(async ({ requestId }) => (await read(requestId)).usdt_amount))
  expect(new Set(amounts).size).toBe(10)
})

test('when all 99 amounts are taken, quote and request are refused, until one is free again', async () => {
  const userId = await createMemberId()
  const requests = await times(tails, () => buy(userId))
  const other = await createMemberId()
  await expect(quote(other)).rejects.toMatchObject({ code: 'amounts_taken' })
  await expectRefused(database, 'amounts_taken', () => buy(other))
  const freed = requests[0]?.requestId ?? ''
  await ledger.cancel(db, { token: null, userId, key: randomUUID(), requestId: freed })
  // The member who had it has reserved nothing more, or has kept the last amount.
  await database.owner.query('DELETE FROM ledger.reserved_amounts')
  expect((await quote(other)).usdt_amount).toBe((await read(freed)).usdt_amount)
})

test('of members who try the last free amounts at once, as many get one as there are', async () => {
  const holder = await createMemberId()
  await times(tails - 3, () => buy(holder))
  await database.owner.query('DELETE FROM ledger.reserved_amounts')
  const members = await times(8, createMemberId)
  const results = await Promise.allSettled(members.map((userId) => buy(userId)))
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  )
  expect(refused).toEqual(Array.from({ length: 5 }, () => 'amounts_taken'))
})

test('an amount that was quoted to a member is given to another one only after its time', async () => {
  const [first, second] = [await createMemberId(), await createMemberId()]
  const { usdt_amount: amount } = await quote(first)
  await times(tails - 1, () => buy(second))
  await expectRefused(database, 'amounts_taken', () => buy(second))
  await database.owner.query(
    `UPDATE ledger.reserved_amounts SET reserved_until = now() - interval '1 second' WHERE user_id = $1`,
    [first],
  )
  expect((await read((await buy(second)).requestId)).usdt_amount).toBe(amount)
  await expect(quote(first)).rejects.toMatchObject({ code: 'amounts_taken' })
})

test('the switch leaves the requests that are there as they are', async () => {
  const userId = await createMemberId()
  await setSwitch('off')
  const plain = await buy(userId)
  const frozen = await read(plain.requestId)
  expect(frozen).toMatchObject({ usdt_tail: null, amount_since: null })
  await setSwitch('on')
  const tailed = await buy(userId)
  const before = await read(tailed.requestId)
  await setSwitch('off')
  expect([await read(plain.requestId), await read(tailed.requestId)]).toEqual([frozen, before])
  expect((await quote(userId)).usdt_tail).toBeNull()
})

test('a quote without a tail does not hold after the switch, nor one with a tail', async () => {
  const userId = await createMemberId()
  await setSwitch('off')
  const { quote_id: plain } = await quote(userId)
  await setSwitch('on')
  await expectRefused(database, 'quote_changed', () => buy(userId, { quoteId: plain }))
  const { quote_id: tailed } = await quote(userId)
  await setSwitch('off')
  await expectRefused(database, 'quote_changed', () => buy(userId, { quoteId: tailed }))
})

test('an approved buy counts its price and not its tail', async () => {
  const userId = await createMemberId()
  const requestId = await submitPackage(database, userId, pack)
  await decide(database, adminId, userId, requestId)
  const { amount_usd: price } = await read(requestId)
  const { rows } = await database.owner.query('SELECT invested_usd FROM ledger.accounts WHERE user_id = $1', [userId])
  expect(rows).toEqual([{ invested_usd: price }])
})

test('no two open buys with a tail can cost the same, also if the owner of the database writes them', async () => {
  const [first, second] = [await buy(await createMemberId()), await buy(await createMemberId())]
  const { usdt_amount: amount } = await read(first.requestId)
  const write = database.owner.query('UPDATE ledger.requests SET usdt_amount = $1 WHERE id = $2', [
    amount,
    second.requestId,
  ])
  await expect(write).rejects.toMatchObject({ code: expect.stringMatching(/^(23505|ET|P0|42)/) as unknown })
})
