import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compare, divide, fromUnits, multiply, subtract } from '../../../contract/money.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, decide, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { readBuyTerms } from './ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// The samples have few digits, or many, or a quotient that ends near a half.
const decimalOf = (digits: number, places: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: digits }), fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) - 1n }))
    .map(([length, number]) => fromUnits((number % 10n ** BigInt(length)) * 10n ** BigInt(8 - places)))
const usd = decimalOf(20, 2)
const rate = decimalOf(16, 8).filter((value) => value !== '0')
const nearHalf = fc
  .tuple(rate, fc.integer({ min: 0, max: 10 ** 9 }), fc.constantFrom('-0.01', '0', '0.01'))
  .map(([by, n, off]) => {
    const half = multiply(by, fromUnits(BigInt(n) * 10_000n + 5000n), 2)
    return [compare(half, '0.01') > 0 ? subtract(half, off) : half, by] as const
  })
const units = [
  [4, '0.0001'],
  [8, '0.00000001'],
] as const

test('a quotient is the exact quotient, rounded once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.tuple(usd, rate), nearHalf), { minLength: 200, maxLength: 200 }),
      async (cases) => {
        for (const [decimals, unit] of units) {
          const { rows } = await database.app.query<{ quotient: string }>(
            `select trim_scale(ledger.quotient(a, b, $3))::text as quotient
               from unnest($1::numeric[], $2::numeric[]) with ordinality c (a, b, n) order by n`,
            [cases.map(([a]) => a), cases.map(([, b]) => b), unit],
          )
          expect(rows.map(({ quotient }) => quotient)).toEqual(cases.map(([a, b]) => divide(a, b, decimals)))
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('a buy with a long quotient does not cost one unit too much', async () => {
  const { id: adminId } = await createAdmin(database.ownerDb)
  const { id: userId } = await createMember(database.ownerDb)
  await decide(database, adminId, userId, await submitPackage(database, userId, await createPackage(database)))
  const coins = 209_805_685_000
  await database.owner.query('update settings set topup_coin_price = 10, request_limit_usd = 1e15')
  // The exact quotient is 2,166,648,611,750.80704958. Rounding to six decimals first gives .807050, and then .8071.
  const buy = { userId, coins, usdtRate: '0.968342', usdtRateIsFallback: false }
  const exact = { amount_usd: '2098056850000', usdt_amount: '2166648611750.807' }
  expect(await readBuyTerms(database.appDb, buy)).toMatchObject(exact)
})
