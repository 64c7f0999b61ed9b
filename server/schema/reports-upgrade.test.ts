import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/database.ts'
import { fillBooks } from '../../tests/helpers/fill-books.ts'
import { expectNoViolations } from '../../tests/helpers/ledger.ts'
import { createPayout, noteSent } from '../../tests/helpers/payouts.ts'
import { giveCoins } from '../../tests/helpers/people.ts'
import { schema } from './schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const readDays = async () => ({
  sums: (await database.owner.query('SELECT * FROM ledger.current_reports ORDER BY day, type, package_id')).rows,
  payouts: (await database.owner.query('SELECT * FROM ledger.daily_payouts WHERE payouts > 0 ORDER BY day')).rows,
})

test('an upgrade fills the days of the reports from all that was there', async () => {
  const { userId, adminId } = await fillBooks(database)
  await noteSent(database.ownerDb, await createPayout(database, adminId), { actorId: adminId, hash: 'd'.repeat(64) })
  const days = await readDays()
  expect(days.sums.length).toBeGreaterThan(5)
  expect(days.payouts).toHaveLength(1)

  // A database of the release before has neither the tables nor the index.
  await database.owner.query(`
    DROP TABLE ledger.daily_reports, ledger.daily_payouts CASCADE;
    DROP INDEX ledger.maturing_by_time`)
  await database.owner.query(readFileSync(join(schema.migrations, '0044_reports.sql'), 'utf8'))
  // Until the new function is there, nothing is rolled up.
  await giveCoins(database.ownerDb, adminId, userId, 5)
  const readMark = async () =>
    (await database.owner.query<{ watermark: string }>('SELECT watermark::text FROM ledger.rollup')).rows
  const mark = await readMark()
  await database.owner.query('SELECT ledger.roll_up()')
  expect(await readMark()).toEqual(mark)
  for (const name of ['roll-ups', 'report-days', 'invariants']) {
    const file = schema.repeatables.find((path) => path.endsWith(`/${name}.sql`)) ?? ''
    await database.owner.query(readFileSync(file, 'utf8'))
  }
  const after = await readDays()
  expect(after.payouts).toEqual(days.payouts)
  expect(after.sums.length).toBeGreaterThanOrEqual(days.sums.length)
  await expectNoViolations(database)
  await database.owner.query('SELECT ledger.roll_up()')
  expect(await readMark()).not.toEqual(mark)
  await expectNoViolations(database)
})
