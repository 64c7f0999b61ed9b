import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { addFailedMail } from '../../../tests/helpers/failed-work.ts'
import { createMember } from '../../../tests/helpers/people.ts'
import { deleteExpiredRows } from '../../platform/cleanup.ts'
import { countFailedMails, listJobs, readBackgroundWork } from './read-work.ts'

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

test('mails to accounts stand before any number of mails to addresses, and the figure of a day leaves out older ones', async () => {
  const member = await createMember(database.ownerDb)
  await addFailedMail(database, member.id)
  await database.owner.query("UPDATE mail_outbox SET failed_at = now() - interval '2 days'")
  for (let mails = 0; mails < 60; mails += 1) await addFailedMail(database)
  const { failed_mails: mails, failed_mail_count: count } = await readBackgroundWork(database.appDb)
  expect(mails).toHaveLength(50)
  expect(mails.map(({ member: to }) => to?.id).slice(0, 2)).toEqual([member.id, undefined])
  expect(count).toBe(61)
  expect(await countFailedMails(database.appDb, { within: 'day' })).toBe(60)
})

test('a mail to an address without an account goes two days after it was given up, and one to an account stays', async () => {
  await database.owner.query('DELETE FROM mail_outbox')
  const member = await createMember(database.ownerDb)
  const [toMember, recent, over] = [
    await addFailedMail(database, member.id),
    await addFailedMail(database),
    await addFailedMail(database),
  ]
  const age = (id: string, hours: number) =>
    database.owner.query('UPDATE mail_outbox SET failed_at = now() - make_interval(hours => $2) WHERE id = $1', [
      id,
      hours,
    ])
  await age(toMember, 29 * 24)
  await age(recent, 47)
  await age(over, 49)
  await deleteExpiredRows(database.appDb)
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM mail_outbox')
  expect(rows.map(({ id }) => id).toSorted()).toEqual([toMember, recent].toSorted())
})
