import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/database.ts'
import { createPackage, submitPackage } from '../../tests/helpers/ledger.ts'
import { createMember } from '../../tests/helpers/people.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const scramble = async (values: readonly bigint[]) =>
  (
    await database.owner.query<{ number: string }>(
      'SELECT ledger.scramble(n) AS number FROM unnest($1::bigint[]) WITH ORDINALITY v (n, place) ORDER BY place',
      [values.map(String)],
    )
  ).rows.map(({ number }) => BigInt(number))

const size = 2n ** 30n
const low = (value: bigint) => ((value % size) + size) % size

/** The factor that undoes an odd one, modulo 2^30. */
function inverse(factor: bigint): bigint {
  let found = 1n
  for (let round = 0; round < 5; round += 1) found = low(found * (2n - factor * found))
  return found
}

/** Each step of the scrambling undone, in the other order: that this can be done is why no number is given twice. */
function unscramble(number: bigint): bigint {
  const unshifted = (value: bigint) => value ^ (value >> 15n)
  const last = low(unshifted(low(number)) * inverse(374761393n))
  return number - low(number) + low(low(unshifted(last) * inverse(668265263n)) - 271828183n)
}

test('every number can be led back to the one it was made of, so none is given twice', async () => {
  const value = fc.oneof(fc.bigInt({ min: 0n, max: size - 1n }), fc.bigInt({ min: size, max: 2n ** 50n }))
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 200, maxLength: 200 }), async (values) => {
      const numbers = await scramble(values)
      expect(numbers.map(unscramble)).toEqual(values)
      expect(numbers.map((number) => number < size)).toEqual(values.map((n) => n < size))
    }),
    { numRuns: 20 },
  )
})

test('what 30 bits cannot hold has more symbols, and meets nothing before it', async () => {
  const [last = 0n, first = 0n] = await scramble([size - 1n, size])
  expect([last < size, first >= size]).toEqual([true, true])
})

test('each request is given one, and nobody changes it', async () => {
  const member = await createMember(database.ownerDb)
  const pack = await createPackage(database)
  for (let n = 0; n < 3; n += 1) await submitPackage(database, member.id, pack)
  const read = () => database.owner.query<{ number: string }>('SELECT number FROM ledger.requests ORDER BY id')
  const { rows } = await read()
  expect(rows.map(({ number }) => unscramble(BigInt(number)))).toEqual([0n, 1n, 2n])
  const change = (set: string) => database.owner.query(`UPDATE ledger.requests SET ${set}`)
  await expect(change('number = number + 1')).rejects.toThrow('a request changes once')
  // Not with its decision, either.
  const cancelled = "status = 'cancelled', decided_at = now()"
  await expect(change(`${cancelled}, number = 1`)).rejects.toThrow('a request changes once')
  const twice = `INSERT INTO ledger.requests (user_id, kind, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, bonus_coins, number)
    SELECT user_id, 'buy', 1000, 1, 1, 1, 1, 0, number FROM ledger.requests LIMIT 1`
  await expect(database.owner.query(twice)).rejects.toMatchObject({ constraint: 'request_number_taken' })
})
