import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createDb, createPool, type Db } from './client.ts'
import { hot } from './prepared.ts'
import { inTransaction } from './transaction.ts'

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
    expect.stringMatching(/^one_number_[\da-f]{12}_0$/),
    expect.stringMatching(/^one_profile_[\da-f]{12}_0$/),
  ])
})

test('nothing is prepared where a setting says so', async () => {
  expect(await prepareTwice(false)).toEqual([])
})

test('a statement outlives a change of its columns, alone and in a transaction', async () => {
  const { owner } = database
  await owner.query('create view changing as select 1 as one')
  await owner.query('grant select on changing to et_app')
  const pool = createPool(database.appUrl, { max: 1, onError: () => {} })
  const db = createDb(pool)
  const read = async (on: Db) => (await sql`${hot('changing')} select * from changing where ${true}`.execute(on)).rows
  const change = (columns: string) => owner.query(`create or replace view changing as select ${columns}`)
  expect(await read(db)).toEqual([{ one: 1 }])
  await change('1 as one, 2 as two')
  expect(await read(db)).toEqual([{ one: 1, two: 2 }])
  await change('1 as one, 2 as two, 3 as three')
  let count = 0
  const rows = await inTransaction(db, async (tx) => {
    count += 1
    return read(tx)
  })
  expect({ rows, count }).toEqual({ rows: [{ one: 1, two: 2, three: 3 }], count: 2 })
  await db.destroy()
})
