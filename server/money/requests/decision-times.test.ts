import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { plantRequest } from '../../../tests/helpers/planted-requests.ts'
import { measureDecisions, measureIfDue, promiseOf, readUsualTimes } from './decision-times.ts'

let database: TestDatabase
let adminId: string
let userId: string

beforeEach(async () => {
  await database?.drop()
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  userId = (await createMember(database.ownerDb)).id
})
afterAll(() => database.drop())

const hour = 3600
const day = 24 * hour

/** Plants a decided buy for each of these waiting times. */
async function plantDecisions(waits: number[], decided: { age?: number; status?: 'approved' | 'rejected' } = {}) {
  const { age = 2 * day, status = 'approved' } = decided
  for (const after of waits)
    await plantRequest(database, { userId, kind: 'buy', age, status, after, decidedBy: adminId })
}

test('the figures are the waiting times of real requests: the one in the middle and the ninth of ten', async () => {
  await plantDecisions([100, 900, 200, 800, 300, 700, 400, 600, 500, 36_000])
  await measureDecisions(database.appDb)
  expect((await readUsualTimes(database.appDb)).buy).toEqual({ half_seconds: 500, most_seconds: 900 })
})

test('a rejection is a decision, and each kind has figures of its own', async () => {
  await plantDecisions([10, 20, 30, 40, 50], { status: 'rejected' })
  const withdrawal = { userId, kind: 'withdrawal', age: day, status: 'approved', decidedBy: adminId } as const
  for (const after of [60, 70, 80, 90, 100, 110]) await plantRequest(database, { ...withdrawal, after })
  await measureDecisions(database.appDb)
  expect(await readUsualTimes(database.appDb)).toEqual({
    buy: { half_seconds: 30, most_seconds: 50 },
    withdrawal: { half_seconds: 80, most_seconds: 110 },
    transfer: null,
  })
})

test('four decisions are too few to say, and requests that no person decided do not count', async () => {
  await plantDecisions([10, 20, 30, 40])
  await plantRequest(database, { userId, kind: 'buy', age: day, status: 'cancelled', after: 50 })
  await plantRequest(database, { userId, kind: 'buy', age: day, status: 'expired', after: 60 })
  // The policy approves without a person.
  await plantRequest(database, { userId, kind: 'buy', age: day, status: 'approved', after: 5 })
  await plantRequest(database, { userId, kind: 'buy', age: day })
  await measureDecisions(database.appDb)
  expect((await readUsualTimes(database.appDb)).buy).toBeNull()
  await plantDecisions([50])
  await measureDecisions(database.appDb)
  expect((await readUsualTimes(database.appDb)).buy).toEqual({ half_seconds: 30, most_seconds: 50 })
})

test('a decision counts for 30 days after it was made, however old its request was', async () => {
  await plantDecisions([10, 20, 30, 40])
  await plantDecisions([2 * day], { age: 32 * day - hour })
  await plantDecisions([100], { age: 30 * day + hour })
  await measureDecisions(database.appDb)
  expect((await readUsualTimes(database.appDb)).buy).toEqual({ half_seconds: 30, most_seconds: 2 * day })
})

test('figures are measured again after five minutes, and not shown once they are an hour old', async () => {
  await plantDecisions([10, 20, 30, 40, 50])
  await measureIfDue(database.appDb)
  await plantDecisions([10, 10, 10, 10, 10])
  await measureIfDue(database.appDb)
  const readHalf = async () => (await readUsualTimes(database.appDb)).buy?.half_seconds
  const makeOlder = (minutes: number) =>
    database.owner.query(`update decision_times set measured_at = measured_at - make_interval(mins => $1)`, [minutes])
  expect(await readHalf()).toBe(30)
  await makeOlder(61)
  expect(await readHalf()).toBeUndefined()
  await measureIfDue(database.appDb)
  expect(await readHalf()).toBe(10)
})

test('the figures are read from an index alone', async () => {
  await database.owner.query('set enable_seqscan = off')
  const { rows } = await database.owner.query<{ 'QUERY PLAN': string }>(
    `explain select percentile_disc(0.5) within group (order by r.decided_at - r.created_at) from ledger.requests r
      where r.kind = 'buy' and r.decided_by is not null and r.decided_at > now() - interval '30 days'`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('using requests_by_decision_time')
})

test('a promise is the ninth of ten, but no less than an hour and no more than three days', () => {
  expect(promiseOf(null)).toBe(3 * day)
  expect(promiseOf({ half_seconds: 1, most_seconds: 60 })).toBe(hour)
  expect(promiseOf({ half_seconds: 1, most_seconds: 5 * hour })).toBe(5 * hour)
  expect(promiseOf({ half_seconds: 1, most_seconds: 9 * day })).toBe(3 * day)
})
