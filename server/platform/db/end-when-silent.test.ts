import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCuttingProxy, type CuttingProxy } from '../../../tests/helpers/cutting-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPool } from './client.ts'
import { refusalOf } from './refusal.ts'

const statementTimeoutMs = 500

let database: TestDatabase
let network: CuttingProxy
let pool: ReturnType<typeof createPool>

beforeEach(async () => {
  database = await createTestDatabase()
  const url = new URL(database.appUrl)
  network = await startCuttingProxy(Number(url.port))
  url.port = String(network.port)
  pool = createPool(url.href, { max: 1, onError: () => {}, statementTimeoutMs })
})
afterEach(async () => {
  await pool.end()
  await network.close()
  await database.drop()
})

test('a query through a silent network ends with an unknown outcome, and its connection is replaced', async () => {
  const readProcess = async () => (await pool.query<{ id: number }>('SELECT pg_backend_pid() AS id')).rows[0]?.id
  const before = await readProcess()
  network.hold()
  const begun = performance.now()
  const error: unknown = await pool.query('SELECT 1').catch((thrown: unknown) => thrown)
  expect(refusalOf(error)?.code).toBe('outcome_unknown')
  expect(performance.now() - begun).toBeGreaterThan(statementTimeoutMs)
  expect(performance.now() - begun).toBeLessThan(5_000)
  network.mend()
  expect(await readProcess()).not.toBe(before)
})

test('a transaction that gives itself more time may be silent for longer, and the next query may not', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query("set local statement_timeout = '20s'")
  await client.query('SELECT pg_sleep(1.6)')
  await client.query('commit')
  network.hold()
  await expect(client.query('SELECT 1')).rejects.toThrow('Connection terminated')
  client.release()
})
