import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { watchDamage } from './damage.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())

test('a flood of calls that ask for the health takes one connection', async () => {
  let taken = 0
  const count = () => (taken += 1)
  database.app.on('acquire', count)
  try {
    const damage = watchDamage(database.appDb)
    const answers = await Promise.all(Array.from({ length: 200 }, async () => damage.isDamaged()))
    expect(new Set(answers)).toEqual(new Set([false]))
    expect(taken).toBe(1)
  } finally {
    database.app.off('acquire', count)
  }
})
