import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createDb, createPool } from './client.ts'
import { refusalOf } from './refusal.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('values arrive in the form in which the API sends them', async () => {
  const { rows } = await database.app.query(
    `SELECT 1000.0000::numeric AS coins, 0.01000000::numeric AS rate, 100::numeric AS whole, 9007199254740993::bigint AS big,
            date '2026-02-28' AS day, timestamptz '2026-02-28 10:00:00.5+02' AS moment`,
  )
  expect(rows).toEqual([
    {
      coins: '1000',
      rate: '0.01',
      whole: '100',
      big: '9007199254740993',
      day: '2026-02-28',
      moment: '2026-02-28T08:00:00.500Z',
    },
  ])
})

test('a moment arrives in UTC with milliseconds, in each time zone of the connection', async () => {
  const moments = ['10:00:00', '10:00:00.5', '10:00:00.1239', '10:00:00.000009'].map((time) => `2026-02-28 ${time}+02`)
  const client = await database.app.connect()
  try {
    for (const zone of ['UTC', 'Asia/Kolkata']) {
      await client.query(`SET TimeZone = '${zone}'`)
      const { rows } = await client.query<{ moment: string }>(
        'SELECT moment::timestamptz FROM unnest($1::text[]) moment',
        [moments],
      )
      expect(rows.map(({ moment }) => moment.replace('2026-02-28T08:00:00', ''))).toEqual([
        '.000Z',
        '.500Z',
        '.123Z',
        '.000Z',
      ])
    }
  } finally {
    client.release(true)
  }
})

test('a statement that takes too long is ended by the server', async () => {
  const pool = createPool(database.appUrl, { max: 1, onError: () => {}, statementTimeoutMs: 50 })
  await expect(pool.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
  await pool.end()
})

test("no query is compiled just in time or run in parallel, against the server's own settings", async () => {
  const { rows } = await database.app.query(
    "SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS workers",
  )
  expect(rows).toEqual([{ jit: 'off', workers: '0' }])
})

test('a wait for a lock is ended by the server', async () => {
  const pool = createPool(database.ownerUrl, { max: 2, onError: () => {}, lockTimeoutMs: 50 })
  const holder = await pool.connect()
  await holder.query('BEGIN; LOCK TABLE settings')
  await expect(pool.query('SELECT * FROM settings')).rejects.toMatchObject({ code: '55P03' })
  await holder.query('ROLLBACK')
  holder.release()
  await pool.end()
})

test('an idle connection that breaks is reported and replaced', async () => {
  const errors: Error[] = []
  const pool = createPool(database.ownerUrl, { max: 1, onError: (error) => errors.push(error) })
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await database.owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await sleep(200)
  expect(errors).toHaveLength(1)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('a call without a free connection is refused with a request to try again', async () => {
  const pool = createPool(database.appUrl, { max: 1, onError: () => {} })
  const holder = await pool.connect()
  const error: unknown = await sql`SELECT 1`.execute(createDb(pool)).catch((reason: unknown) => reason)
  expect(refusalOf(error)?.code).toBe('outcome_unknown')
  holder.release()
  await pool.end()
})

test('a change on a server that is still a replica is refused with a request to try again', async () => {
  const pool = createPool(database.appUrl, { max: 1, onError: () => {} })
  await pool.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY')
  const change = 'INSERT INTO rate_limits DEFAULT VALUES'
  const error: unknown = await pool.query(change).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '25006' })
  expect(refusalOf(error)?.code).toBe('outcome_unknown')
  await pool.end()
})

test('a full disk of the database gives a refusal to try again, not an internal error', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(refusalOf(full)?.code).toBe('outcome_unknown')
})
