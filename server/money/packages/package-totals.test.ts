import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageTotals, notOfferedReason } from '../../../contract/package-terms.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Makes a number as a person types it, with its value in its smallest units. */
function typed(max: number, decimals: number): fc.Arbitrary<{ text: string; units: bigint }> {
  return fc.bigInt({ min: 0n, max: BigInt(max) * 10n ** BigInt(decimals) }).map((units) => {
    const digits = units.toString().padStart(decimals + 1, '0')
    return { text: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`, units }
  })
}

const anyTerms = fc.record({
  coins: fc.oneof(
    typed(1_000_000_000, 4),
    fc.nat(1_000_000).map((thousands) => ({ text: `${thousands}000`, units: BigInt(thousands) * 10_000_000n })),
  ),
  price: fc.oneof(typed(1, 8), typed(1_000_000, 8)),
  percentage: fc.oneof(typed(100, 4), typed(1000, 4)),
})

test('the totals of a package are exact, and equal in the database and in the browser [A81]', async () => {
  const samples = [
    {
      coins: { text: '7000', units: 70_000_000n },
      price: { text: '0.01235', units: 1_235_000n },
      percentage: { text: '33.333', units: 333_330n },
    },
    // Half a cent rounds up. In the third sample, the bonus is below the smallest unit and is cut off.
    {
      coins: { text: '1000', units: 10_000_000n },
      price: { text: '0.000005', units: 500n },
      percentage: { text: '0', units: 0n },
    },
    {
      coins: { text: '0.0099', units: 99n },
      price: { text: '0', units: 0n },
      percentage: { text: '1', units: 10_000n },
    },
    // The exact bonus is 119936417.4241999952 ET. A quotient of PostgreSQL rounds it up to the next unit.
    {
      coins: { text: '38637118.9727', units: 386_371_189_727n },
      price: { text: '0.97396015', units: 97_396_015n },
      percentage: { text: '310.4176', units: 3_104_176n },
    },
    ...fc.sample(anyTerms, 500),
  ]
  for (const [index, { coins, price, percentage }] of samples.entries()) {
    const terms = { min_coin_purchase: coins.text, coin_price: price.text, bonus_percentage: percentage.text }
    const kept = await database.ownerDb
      .insertInto('packages')
      .values({ ...terms, package_name: `Sample ${index}`, withdrawal_time: 'a day' })
      .returning(['total_price', 'bonus_coins', 'total_coins', 'is_buyable'])
      .executeTakeFirstOrThrow()
    const { is_buyable: isBuyable, ...totals } = kept
    const cents = (coins.units * price.units + 5_000_000_000n) / 10_000_000_000n
    const bonus = (coins.units * percentage.units) / 1_000_000n
    expect([terms, unitsOf(totals.total_price, 2)]).toEqual([terms, cents])
    expect([terms, unitsOf(totals.bonus_coins, 4)]).toEqual([terms, bonus])
    expect([terms, unitsOf(totals.total_coins, 4)]).toEqual([terms, coins.units + bonus])
    expect([terms, packageTotals(terms)]).toEqual([terms, totals])
    expect([terms, notOfferedReason(terms) === null]).toEqual([terms, isBuyable])
  }
})

test.each([
  ['0', '0.01', 'coins'],
  ['1500', '0.01', 'coins'],
  ['2000.5', '0.01', 'coins'],
  ['2000', '0', 'price'],
  ['1000', '0.000004', 'price'],
  ['1000', '0.000005', null],
  ['2000', '0.01', null],
])('%s coins at %s are not offered because of %s', (coins, price, reason) => {
  const terms = { min_coin_purchase: coins, coin_price: price, bonus_percentage: '0' }
  expect(notOfferedReason(terms)).toBe(reason)
})

function unitsOf(value: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
