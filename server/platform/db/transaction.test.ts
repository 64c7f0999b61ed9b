import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import type { Tx } from './client.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.owner.query(`
    CREATE TABLE pair (id int PRIMARY KEY, count int NOT NULL DEFAULT 0);
    INSERT INTO pair (id) VALUES (1), (2);
    CREATE SEQUENCE attempts;
    CREATE FUNCTION fail(times int) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempts') <= times THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END IF;
    END $$`)
})
afterAll(() => database.drop())

const raise = async (tx: Tx, id: number) => sql`update pair set count = count + 1 where id = ${id}`.execute(tx)
const fail = async (tx: Tx, times: number) => sql`select fail(${times})`.execute(tx)
const readCounts = async () =>
  (await database.owner.query<{ count: number }>('SELECT count FROM pair ORDER BY id')).rows

test('all of a transaction is repeated after a deadlock', async () => {
  let runs = 0
  let arrived = 0
  let letBothGo = () => {}
  const bothHoldOne = new Promise<void>((resolve) => (letBothGo = resolve))
  const cross = async (first: number, second: number) =>
    inTransaction(database.ownerDb, async (tx) => {
      runs += 1
      await raise(tx, first)
      arrived += 1
      if (arrived === 2) letBothGo()
      await bothHoldOne
      await raise(tx, second)
    })
  await Promise.all([cross(1, 2), cross(2, 1)])
  // One of the two is undone, and on a busy machine both.
  expect(runs).toBeGreaterThanOrEqual(3)
  expect(await readCounts()).toEqual([{ count: 2 }, { count: 2 }])
})

test('a failed attempt leaves nothing after a serialisation failure', async () => {
  const before = await readCounts()
  let runs = 0
  await database.owner.query('ALTER SEQUENCE attempts RESTART')
  await inTransaction(database.ownerDb, async (tx) => {
    runs += 1
    await raise(tx, 1)
    await fail(tx, 2)
  })
  expect(runs).toBe(3)
  expect(await readCounts()).toEqual([{ count: Number(before[0]?.count) + 1 }, before[1]])
})

test('a lasting failure reaches the caller after four attempts', async () => {
  let runs = 0
  await database.owner.query('ALTER SEQUENCE attempts RESTART')
  const work = inTransaction(database.ownerDb, async (tx) => {
    runs += 1
    await fail(tx, 100)
  })
  await expect(work).rejects.toMatchObject({ code: '40001' })
  expect(runs).toBe(4)
})

test('any other failure is not repeated', async () => {
  let runs = 0
  const work = inTransaction(database.ownerDb, async (tx) => {
    runs += 1
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(runs).toBe(1)
})

test.each(['cache lookup failed for function 18671', 'could not open relation with OID 19079'])(
  'a call is repeated if an upgrade has made a part of its plan anew: %s',
  async (message) => {
    let attempts = 0
    const answer = await inTransaction(database.ownerDb, async (tx) => {
      attempts += 1
      if (attempts === 1) {
        const raise = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'XX000', MESSAGE = '${message}'; END $$`
        await sql.raw(raise).execute(tx)
      }
      return 'done'
    })
    expect([answer, attempts]).toEqual(['done', 2])
  },
)

test('other internal errors of PostgreSQL are not repeated', async () => {
  let attempts = 0
  const call = inTransaction(database.ownerDb, async (tx) => {
    attempts += 1
    await sql.raw(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'XX000', MESSAGE = 'made up'; END $$`).execute(tx)
  })
  await expect(call).rejects.toThrow('made up')
  expect(attempts).toBe(1)
})
