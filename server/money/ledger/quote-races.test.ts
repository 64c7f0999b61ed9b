import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { createMember } from '../../../tests/helpers/people.ts'
import * as ledger from './ledger.ts'

const buyers = 8
const offers = [
  { coin_price: '0.0125', bonus_percentage: '10', package_name: 'Dear' },
  { coin_price: '0.01', bonus_percentage: '5', package_name: 'Cheap' },
]
/**
 * USD and bonus of 10,000 coins in each offer. A request never has the price of one offer and the bonus of the other.
 */
const wholeOffers = ['125 1000', '100 500']

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  const onError = (error: Error) => {
    throw error
  }
  db = createDb(createPool(database.ownerUrl, { max: buyers, onError }))
})
afterAll(async () => {
  await db.destroy()
  await expectNoViolations(database)
  await database.drop()
})

test('while a package changes its price and bonus, each buy gets its quoted terms or is refused [A60]', async () => {
  const pack = await createPackage(database, { coinPrice: '0.01', bonusPercentage: '5' })
  const outcomes = { made: 0, changed: 0, unquoted: 0 }
  const isEnough = () => outcomes.made >= 40 && outcomes.changed >= 40
  const expectWhole = (terms: { amount_usd: string; bonus_coins: string | null }) =>
    expect(wholeOffers).toContain(`${terms.amount_usd} ${terms.bonus_coins}`)
  const readFrozen = (requestId: string) =>
    database.ownerDb
      .selectFrom('ledger.requests')
      .select(['amount_usd', 'bonus_coins', 'usdt_amount', 'rate', 'package_id'])
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()

  const buy = async () => {
    const { id: userId } = await createMember(database.ownerDb)
    const call = { userId, coins: pack.coins, packageId: pack.id, usdtRate: '1', usdtRateIsFallback: false }
    while (!isEnough()) {
      const { quote_id: quoteId, ...terms } = await ledger.readBuyTerms(db, call)
      expectWhole(terms)
      const submission = { ...call, token: null, key: randomUUID(), kind: 'buy' as const }
      try {
        const { requestId } = await ledger.submit(db, { ...submission, quoteId })
        expect(terms).toMatchObject(await readFrozen(requestId))
        outcomes.made += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'quote_changed' })
        outcomes.changed += 1
        // Without a quote the call is made on the terms of its moment, which must be those of one whole offer, too.
        expectWhole(await readFrozen((await ledger.submit(db, submission)).requestId))
        outcomes.unquoted += 1
      }
    }
  }
  const change = async () => {
    for (let round = 0; !isEnough(); round += 1) {
      const offer = offers[round % offers.length] ?? {}
      await database.ownerDb.updateTable('packages').set(offer).where('id', '=', pack.id).execute()
    }
  }
  await Promise.all([...Array.from({ length: buyers }, buy), change()])
  const { count } = await database.ownerDb
    .selectFrom('ledger.requests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(outcomes.made + outcomes.unquoted)
})

test('while buying closes and opens, each key makes at most one request, and repeated calls are always answered', async () => {
  const pack = await createPackage(database)
  const outcomes = { made: 0, closed: 0, repeated: 0 }
  const isEnough = () => Object.values(outcomes).every((count) => count >= 30)
  const buy = async () => {
    const { id: userId } = await createMember(database.ownerDb)
    const base = { token: null, userId, kind: 'buy', coins: pack.coins, packageId: pack.id, usdtRate: '1' } as const
    while (!isEnough()) {
      const call = { ...base, key: randomUUID(), hasFallbackAddress: false }
      try {
        const { requestId } = await ledger.submit(db, call)
        outcomes.made += 1
        expect(await ledger.submit(db, call)).toEqual({ requestId, replayed: true })
        outcomes.repeated += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'buying_closed' })
        outcomes.closed += 1
      }
    }
  }
  const change = async () => {
    const addresses = ['TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', null]
    for (let round = 0; !isEnough(); round += 1) {
      const deposit_address = addresses[round % addresses.length] ?? null
      await database.ownerDb.updateTable('settings').set({ deposit_address }).execute()
    }
  }
  await Promise.all([...Array.from({ length: buyers }, buy), change()])
})

test('one call that is sent at once with a new and an old quote makes one request', async () => {
  const pack = await createPackage(database)
  const { id: userId } = await createMember(database.ownerDb)
  const call = { userId, coins: pack.coins, packageId: pack.id, usdtRate: '1', usdtRateIsFallback: false }
  const { quote_id: old } = await ledger.readBuyTerms(db, { ...call, usdtRate: '1.01' })
  const { quote_id: current } = await ledger.readBuyTerms(db, call)
  const key = randomUUID()
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      ledger.submit(db, { token: null, ...call, key, kind: 'buy', quoteId: n % 2 ? old : current }),
    ),
  )
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(new Set(made.map(({ requestId }) => requestId)).size).toBe(1)
  expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1)
  // Calls with the old quote were refused before the request was made. Later ones repeat its answer.
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'quote_changed' })
  }
})
