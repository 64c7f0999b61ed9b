import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createMember } from '../../../tests/helpers/people.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('each request gets a number, which never changes', async () => {
  const member = await createMember(database.ownerDb)
  const pack = await createPackage(database)
  for (let n = 0; n < 3; n += 1) await submitPackage(database, member.id, pack)
  const read = () => database.owner.query<{ number: string }>('SELECT number FROM ledger.requests ORDER BY id')
  const { rows } = await read()
  expect(rows.map(({ number }) => number)).toEqual(['0', '1', '2'])
  const change = (set: string) => database.owner.query(`UPDATE ledger.requests SET ${set}`)
  await expect(change('number = number + 1')).rejects.toThrow('a request changes once')
  // A decision cannot change the number, either.
  const cancelled = "status = 'cancelled', decided_at = now()"
  await expect(change(`${cancelled}, number = 1`)).rejects.toThrow('a request changes once')
  const twice = `INSERT INTO ledger.requests (user_id, kind, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, bonus_coins, number)
    SELECT user_id, 'buy', 1000, 1, 1, 1, 1, 0, number FROM ledger.requests LIMIT 1`
  await expect(database.owner.query(twice)).rejects.toMatchObject({ constraint: 'request_number_taken' })
})
