import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createDb, createPool } from './client.ts'
import { hot } from './prepared.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function prepareTwice(hasPreparedStatements: boolean): Promise<string[]> {
  const pool = createPool(database.appUrl, { max: 1, onError: () => {}, hasPreparedStatements })
  const db = createDb(pool)
  for (const id of [1, 2, 2]) {
    const { rows } = await sql<{ one: number }>`${hot('one_number')} select ${id}::int as one`.execute(db)
    expect(rows).toEqual([{ one: id }])
    await db.selectFrom('profiles').modifyFront(hot('one_profile')).select('id').limit(id).execute()
    await db.selectFrom('profiles').select('id').limit(id).execute()
  }
  const { rows } = await pool.query<{ name: string }>('select name from pg_prepared_statements order by name')
  await db.destroy()
  return rows.map(({ name }) => name)
}

test('a marked statement is prepared once for each of its forms, and no other statement is', async () => {
  expect(await prepareTwice(true)).toEqual([
    expect.stringMatching(/^one_number_[\da-f]{12}$/),
    expect.stringMatching(/^one_profile_[\da-f]{12}$/),
  ])
})

test('behind a pooler nothing is prepared', async () => {
  expect(await prepareTwice(false)).toEqual([])
})
