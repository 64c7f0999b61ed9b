import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createBuckets, type Buckets, type Rule } from './buckets.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())

const rule: Rule = { name: 'test', atOnce: 3, refillMs: 60_000 }

async function takeTimes(count: number, buckets: Buckets, from: Rule, subject: string): Promise<void> {
  for (let time = 0; time < count; time += 1) expect(await buckets.take(from, subject)).toEqual({ isTaken: true })
}

async function readRow(): Promise<string | undefined> {
  const { rows } = await database.owner.query<{ row: string }>(
    `SELECT concat(xmin, ' ', xmax, ' ', ctid, ' ', full_at) AS row FROM rate_limits`,
  )
  return rows[0]?.row
}

test('a bucket allows its number of attempts over all servers, and then one for each refill', async () => {
  const [one, other] = [createBuckets(database.appDb), createBuckets(database.appDb)]
  for (const server of [one, other, one]) expect(await server.take(rule, 'a')).toEqual({ isTaken: true })
  const refused = await other.take(rule, 'a')
  expect(refused).toMatchObject({ isTaken: false, isRepeated: false, waitSeconds: 60 })
  // A restarted server knows only the buckets in the database.
  expect(await createBuckets(database.appDb).take(rule, 'a')).toMatchObject({ isTaken: false })
  expect(await one.take(rule, 'b')).toEqual({ isTaken: true })
  expect(await one.take({ ...rule, name: 'another' }, 'a')).toEqual({ isTaken: true })
})

test('of twenty calls at the same moment exactly the available attempts succeed', async () => {
  const servers = Array.from({ length: 20 }, () => createBuckets(database.appDb))
  const verdicts = await Promise.all(servers.map(async (server) => server.take(rule, 'crowd')))
  expect(verdicts.filter(({ isTaken }) => isTaken)).toHaveLength(3)
})

test('a refusal writes nothing, and a repeated one makes no query', async () => {
  await database.owner.query('DELETE FROM rate_limits')
  const buckets = createBuckets(database.appDb)
  await takeTimes(3, buckets, rule, 'flood')
  const before = await readRow()
  expect(await createBuckets(database.appDb).take(rule, 'flood')).toMatchObject({ isRepeated: false })
  expect(await buckets.take(rule, 'flood')).toMatchObject({ isRepeated: false })
  expect(await readRow()).toBe(before)
  await database.owner.query('DELETE FROM rate_limits')
  expect(await buckets.take(rule, 'flood')).toMatchObject({ isTaken: false, isRepeated: true, waitSeconds: 60 })
})

test('a returned attempt can be taken again at once', async () => {
  const buckets = createBuckets(database.appDb)
  await takeTimes(3, buckets, rule, 'c')
  expect(await buckets.take(rule, 'c')).toMatchObject({ isTaken: false })
  await buckets.giveBack(rule, 'c')
  expect(await buckets.take(rule, 'c')).toEqual({ isTaken: true })
  expect(await buckets.take(rule, 'c')).toMatchObject({ isTaken: false })
})

test('a bucket refills one attempt after the other', async () => {
  const fast = { name: 'fast', atOnce: 2, refillMs: 300 }
  const buckets = createBuckets(database.appDb)
  await takeTimes(2, buckets, fast, 'd')
  expect(await buckets.take(fast, 'd')).toMatchObject({ isTaken: false, waitSeconds: 1 })
  await sleep(350)
  expect(await buckets.take(fast, 'd')).toEqual({ isTaken: true })
  expect(await buckets.take(fast, 'd')).toMatchObject({ isTaken: false })
})

test('the table contains no personal data', async () => {
  await createBuckets(database.appDb).take(rule, 'ada@example.org')
  const { rows } = await database.owner.query('SELECT encode(key, $1) AS key FROM rate_limits', ['escape'])
  expect(JSON.stringify(rows)).not.toContain('ada')
})

test('a call that takes many units leaves the rest to smaller calls', async () => {
  const buckets = createBuckets(database.appDb)
  const bytes = { name: 'bytes', atOnce: 100, refillMs: 60_000 }
  expect(await buckets.take(bytes, 'f', 90)).toEqual({ isTaken: true })
  expect(await buckets.take(bytes, 'f', 20)).toMatchObject({ isTaken: false, isRepeated: false, waitSeconds: 600 })
  expect(await buckets.take(bytes, 'f', 10)).toEqual({ isTaken: true })
  expect(await buckets.take(bytes, 'f', 1)).toMatchObject({ isTaken: false })
})
