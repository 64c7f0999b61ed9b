import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  allowFallbackRate,
  createPackage,
  decide,
  expectRefused,
  expectNoViolations,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createUploadRow } from '../../../tests/helpers/people.ts'
import * as ledger from './ledger.ts'

let database: TestDatabase
let adminId: string

beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

type Buy = Parameters<typeof ledger.readBuyTerms>[1]
const market = { usdtRate: '1.03', usdtRateIsFallback: false }

/** Creates a member who may top up, and a package of 3000 coins for 37.50 USD with 100.002 coins on top. */
async function createBuyer(): Promise<{ userId: string; pack: PackageFixture }> {
  const { id: userId } = await createMember(database.ownerDb)
  await decide(database, adminId, userId, await submitPackage(database, userId, await createPackage(database)))
  const pack = await createPackage(database, { coins: 3000, coinPrice: '0.0125', bonusPercentage: '3.33337' })
  return { userId, pack }
}

const readTerms = (buy: Buy) => ledger.readBuyTerms(database.appDb, buy)
const submit = (buy: Buy, extra: Partial<ledger.Submission> = {}) =>
  ledger.submit(database.ownerDb, { token: null, ...buy, kind: 'buy', key: randomUUID(), ...extra })
const setPackage = (id: string, values: object) =>
  database.ownerDb.updateTable('packages').set(values).where('id', '=', id).execute()
const setSettings = (values: object) => database.ownerDb.updateTable('settings').set(values).execute()

async function readFrozen(requestId: string) {
  return database.ownerDb
    .selectFrom('ledger.requests')
    .select(['rate', 'amount_usd', 'usdt_amount', 'package_id', 'bonus_coins', 'usdt_rate', 'usdt_rate_is_fallback'])
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
}

describe('quoted terms', () => {
  test('are the terms that the request freezes', async () => {
    const { userId, pack } = await createBuyer()
    for (const [buy, expected] of [
      [
        { coins: 3000, packageId: pack.id },
        { amount_usd: '37.5', usdt_amount: '36.4078', bonus_coins: '100.002' },
      ],
      [
        { coins: 4000, packageId: pack.id },
        { amount_usd: '40', usdt_amount: '38.835', package_id: null },
      ],
      [{ coins: 7000 }, { amount_usd: '70', bonus_coins: '0', package_name: null, rate: '0.01' }],
    ] as const) {
      const isFallback = buy.coins === 7000
      await allowFallbackRate(database, isFallback)
      const call = { userId, ...market, usdtRateIsFallback: isFallback, ...buy }
      const { quote_id: quoteId, ...terms } = await readTerms(call)
      expect(terms).toMatchObject(expected)
      const { requestId } = await submit(call, { quoteId })
      const { usdtRate: usdt_rate, usdtRateIsFallback: usdt_rate_is_fallback } = call
      expect({ ...terms, usdt_rate, usdt_rate_is_fallback }).toMatchObject(await readFrozen(requestId))
    }
    await allowFallbackRate(database, false)
  })

  test('have the same quote id as long as they do not change', async () => {
    const { userId, pack } = await createBuyer()
    const buy = { userId, coins: 3000, packageId: pack.id, ...market }
    const { quote_id: first } = await readTerms(buy)
    // Texts beside the price are no terms of the purchase. The spelling of a number makes no difference, either.
    await setPackage(pack.id, { withdrawal_time: '48 hours', icon: 'Star' })
    expect((await readTerms({ ...buy, usdtRate: '1.0300' })).quote_id).toBe(first)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
  })

  test('are refused in all cases in which submit refuses', async () => {
    const { id: userId } = await createMember(database.ownerDb)
    const [pack, gone, odd] = [
      await createPackage(database),
      await createPackage(database),
      await createPackage(database, { coins: 1500 }),
    ]
    await setPackage(gone.id, { deleted_at: new Date().toISOString() })
    for (const [code, buy] of [
      ['package_required', { coins: 10_000 }],
      ['package_amount_mismatch', { coins: 11_000, packageId: pack.id }],
      ['package_not_found', { coins: 10_000, packageId: gone.id }],
      ['package_not_found', { coins: 10_000, packageId: randomUUID() }],
      ['package_not_buyable', { coins: 2000, packageId: odd.id }],
    ] as const) {
      await expectRefused(database, code, () => readTerms({ userId, ...market, ...buy }))
      await expectRefused(database, code, () => submit({ userId, ...market, ...buy }, { quoteId: 'of other terms' }))
    }
  })

  test('are refused if the coins cost nothing', async () => {
    const { userId } = await createBuyer()
    const buy = { userId, coins: 4000, ...market }
    await setSettings({ topup_coin_price: '0.000001' })
    await expectRefused(database, 'amount_worth_nothing', () => readTerms(buy))
    await expectRefused(database, 'amount_worth_nothing', () => submit(buy))
    // A cent is worth less than the smallest part of a USDT here.
    await expectRefused(database, 'amount_worth_nothing', () => readTerms({ ...buy, coins: 5000, usdtRate: '500' }))
    expect(await readTerms({ ...buy, coins: 5000 })).toMatchObject({ amount_usd: '0.01', usdt_amount: '0.0097' })
    await setSettings({ topup_coin_price: '0.01' })
  })

  test('are refused if the payment, or the worth of the coins with their bonus, is over the limit', async () => {
    const { userId } = await createBuyer()
    const pack = await createPackage(database, { coins: 5000, coinPrice: '0.01', bonusPercentage: '20' })
    const topUp = { userId, coins: 6000, ...market }
    const bought = { ...topUp, coins: 5000, packageId: pack.id }
    for (const [limit, price, buy, isRefused] of [
      ['60', '0.01', topUp, false],
      ['59.99', '0.01', topUp, true],
      // A dear coin counts with the price paid for it, a cheap coin with its value.
      ['60', '0.0101', topUp, true],
      ['59.99', '0.001', topUp, true],
      ['60', '0.01', bought, false],
      ['59.99', '0.01', bought, true],
    ] as const) {
      await setSettings({ request_limit_usd: limit, topup_coin_price: price })
      if (isRefused) {
        await expectRefused(database, 'amount_over_limit', () => readTerms(buy))
        await expectRefused(database, 'amount_over_limit', () => submit(buy))
        await expect(readTerms(buy)).rejects.toThrow(`at most $${limit.replace(/^60$/, '60.00')}.`)
      } else {
        const { quote_id: quoteId } = await readTerms(buy)
        await submit(buy, { quoteId })
      }
    }
    await setSettings({ topup_coin_price: '0.01', request_limit_usd: '1000000' })
  })

  test('are refused if they overflow a column', async () => {
    const { userId } = await createBuyer()
    await setSettings({ topup_coin_price: '1000000', request_limit_usd: '999999999999999999' })
    for (const [coins, usdtRate] of [
      [900_000_000_000, '1'],
      [10_000_000_000, '1'],
      [1_000_000_000, '0.0001'],
    ] as const) {
      const buy = { userId, coins, ...market, usdtRate }
      await expectRefused(database, 'amount_too_large', () => readTerms(buy))
      await expectRefused(database, 'amount_too_large', () => submit(buy))
    }
    await setSettings({ topup_coin_price: '0.01', request_limit_usd: '1000000' })
  })

  test('are for active members alone', async () => {
    const [{ id: suspended }, { id: inactive }] = [
      await createMember(database.ownerDb, { status: 'Suspended' }),
      await createMember(database.ownerDb, { status: 'Inactive' }),
    ]
    const { id: packageId, coins } = await createPackage(database)
    for (const [code, userId] of [
      ['account_suspended', suspended],
      ['account_inactive', inactive],
      ['forbidden', adminId],
      ['forbidden', randomUUID()],
    ] as const) {
      await expectRefused(database, code, () => readTerms({ userId, coins, packageId, ...market }))
    }
  })
})

type World = { userId: string; pack: PackageFixture }

describe('a buy on quoted terms', () => {
  test.each<[string, (world: World) => Promise<unknown>, Partial<Buy>?]>([
    ['the price of the package', ({ pack }) => setPackage(pack.id, { coin_price: '0.0126' })],
    ['the bonus of the package', ({ pack }) => setPackage(pack.id, { bonus_percentage: '3' })],
    ['the name of the package', ({ pack }) => setPackage(pack.id, { package_name: `Renamed ${pack.id.slice(-8)}` })],
    // The buy is then a top-up.
    ['the amount of the package', ({ pack }) => setPackage(pack.id, { min_coin_purchase: '9000' })],
    ['the platform’s rate', () => setSettings({ et_rate: '0.011' })],
    ['the exchange rate', async () => {}, { usdtRate: '1.0300001' }],
    ['an exchange rate for which 1 now stands in', () => allowFallbackRate(database), { usdtRateIsFallback: true }],
    ['the amount asked for', async () => {}, { coins: 4000 }],
    ['the package asked for', async () => {}, { packageId: null }],
  ])('is refused when %s differs, and its key stays free [A60]', async (_, change, other = {}) => {
    const world = await createBuyer()
    const buy = { userId: world.userId, coins: 3000, packageId: world.pack.id, ...market }
    const { quote_id: quoteId } = await readTerms(buy)
    await change(world)
    const now = { ...buy, ...other }
    const key = randomUUID()
    await expectRefused(database, 'quote_changed', () => submit(now, { quoteId, key }))
    const { quote_id: newQuoteId, amount_usd: amountUsd } = await readTerms(now)
    const { requestId, replayed } = await submit(now, { quoteId: newQuoteId, key })
    expect(replayed).toBe(false)
    expect(await readFrozen(requestId)).toMatchObject({ amount_usd: amountUsd })
    await setSettings({ et_rate: '0.01' })
    await allowFallbackRate(database, false)
  })

  test('is refused when the price of top-ups differs', async () => {
    const { userId } = await createBuyer()
    const buy = { userId, coins: 5000, ...market }
    const { quote_id: quoteId } = await readTerms(buy)
    await setSettings({ topup_coin_price: '0.02' })
    await expectRefused(database, 'quote_changed', () => submit(buy, { quoteId }))
    await setSettings({ topup_coin_price: '0.01' })
    await submit(buy, { quoteId })
  })

  test('is refused with the quote of another member and with an unknown quote', async () => {
    const [{ userId, pack }, other] = [await createBuyer(), await createBuyer()]
    const buy = { userId, coins: 3000, packageId: pack.id, ...market }
    const { quote_id: theirs } = await readTerms({ ...buy, userId: other.userId })
    for (const quoteId of [theirs, '', 'x'.repeat(200)]) {
      await expectRefused(database, 'quote_changed', () => submit(buy, { quoteId }))
    }
  })

  test('is answered again after a change of the price, with the same quote, another one or none', async () => {
    const { userId, pack } = await createBuyer()
    const key = randomUUID()
    const uploadId = await createUploadRow(database.ownerDb, userId)
    const buy = { userId, coins: 3000, packageId: pack.id, ...market }
    const { quote_id: quoteId } = await readTerms(buy)
    const { requestId } = await submit(buy, { key, uploadId, quoteId })
    await setPackage(pack.id, { coin_price: '0.5' })
    const { quote_id: newQuoteId } = await readTerms(buy)
    for (const repeated of [quoteId, newQuoteId, 'of other terms', undefined]) {
      expect(await submit(buy, { key, uploadId, quoteId: repeated })).toEqual({ requestId, replayed: true })
    }
  })

  test('without a quote is made on the terms of the moment', async () => {
    const { userId, pack } = await createBuyer()
    const { requestId } = await submit({ userId, coins: 3000, packageId: pack.id, ...market })
    expect(await readFrozen(requestId)).toMatchObject({ amount_usd: '37.5' })
  })
})
