import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { listJobs } from './read-work.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => database.owner.query('DELETE FROM jobs'))

async function readState(): Promise<string | undefined> {
  return (await listJobs(database.appDb))[0]?.state
}

/** Adds a job with a run under way that renews its lease. */
async function addRun(name: string, { hours, failures = 0 }: { hours: number; failures?: number }): Promise<void> {
  await database.owner.query(
    `INSERT INTO jobs (name, every_seconds, failures, failed_at, reason, holder, lease_until, started_at)
     VALUES ($1, 60, $3, now(), 'fault', gen_random_uuid(), now() + interval '20 seconds', now() - make_interval(mins => $2))`,
    [name, Math.round(hours * 60), failures],
  )
}

test.for([
  ['totals', 0.9, 0, 'running'],
  ['totals', 1.1, 0, 'late'],
  ['totals', 0.9, 1, 'failing'],
  ['totals', 1.1, 1, 'late'],
  ['backup', 11, 0, 'running'],
  ['backup', 13, 0, 'late'],
] as const)('a run of %s for %d hours after %d failures is %s', async ([name, hours, failures, state]) => {
  await addRun(name, { hours, failures })
  expect(await readState()).toBe(state)
})

test('a job that no server has had for ten minutes is late', async () => {
  const seen = (minutes: number) =>
    database.owner.query('UPDATE jobs SET seen_at = now() - make_interval(mins => $1)', [minutes])
  await database.owner.query("INSERT INTO jobs (name, every_seconds, succeeded_at) VALUES ('chain', 5, now())")
  await seen(9)
  expect(await readState()).toBe('good')
  await seen(11)
  expect(await readState()).toBe('late')
})
