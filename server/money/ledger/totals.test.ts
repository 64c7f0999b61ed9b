import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations, rollUpAll, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import * as ledger from './ledger.ts'

let database: TestDatabase
let adminId: string
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  userId = (await createMember(database.ownerDb)).id
})
afterAll(() => database.drop())
beforeEach(() => giveCoins(database.ownerDb, adminId, userId, 5000))

const readTotals = async () =>
  (await database.owner.query<object>('SELECT * FROM ledger.current_totals ORDER BY operation, kind')).rows
const readPlatform = async () => (await database.owner.query<object>('SELECT * FROM global_platform_stats')).rows

test('rolling up changes no total', async () => {
  await submit(database, userId, 'withdrawal', 1000)
  const before = [await readTotals(), await readPlatform()]
  await ledger.rollUp(database.appDb)
  await ledger.rollUp(database.appDb)
  expect([await readTotals(), await readPlatform()]).toEqual(before)
})

test('the roll-up waits for a running transaction, and counts it after its commit', async () => {
  const other = await createMember(database.ownerDb)
  // The calls of one administrator wait for each other.
  const { id: slowAdminId } = await createAdmin(database.ownerDb)
  const slow = await database.owner.connect()
  await slow.query('BEGIN')
  await slow.query(`SELECT ledger.adjust($1, uuidv7(), $2, 7, 'Slow', NULL)`, [slowAdminId, other.id])
  await giveCoins(database.ownerDb, adminId, userId, 1000)
  await ledger.rollUp(database.appDb)
  const readAdjusted = async () => {
    const { rows } = await database.owner.query<{ coins: string }>(
      `SELECT coins FROM ledger.current_totals WHERE operation = 'adjust_in'`,
    )
    return Number(rows[0]?.coins)
  }
  const before = await readAdjusted()
  await slow.query('COMMIT')
  slow.release()
  expect(await readAdjusted()).toBe(before + 7)
  await ledger.rollUp(database.appDb)
  expect(await readAdjusted()).toBe(before + 7)
})

test('totals are rebuilt in a server with lower transaction numbers', async () => {
  await rollUpAll(database)
  const before = await readTotals()
  // The books now look like a restored copy of a busier server's books.
  await database.owner.query(`
    ALTER TABLE ledger.commands DISABLE TRIGGER append_only;
    UPDATE ledger.commands SET xid = (xid::text::bigint + 1000000)::text::xid8;
    ALTER TABLE ledger.commands ENABLE TRIGGER append_only;
    UPDATE ledger.rollup SET watermark = (watermark::text::bigint + 1000000)::text::xid8`)
  await giveCoins(database.ownerDb, adminId, userId, 1)
  const { rows } = await database.owner.query<{ rule: string }>('SELECT rule FROM ledger.violations')
  expect(new Set(rows.map(({ rule }) => rule))).toEqual(
    new Set([
      'totals differ from the journal',
      'entries differ from the lines',
      'days differ from the lines',
      'days of reports differ from the lines',
    ]),
  )

  await database.owner.query('SELECT ledger.rebuild_totals()')
  await expectNoViolations(database)
  await giveCoins(database.ownerDb, adminId, userId, 1)
  await ledger.rollUp(database.appDb)
  await expectNoViolations(database)
  const calls = (totals: object[]) => totals.reduce((sum, row) => sum + Number('calls' in row ? row.calls : 0), 0)
  expect(calls(await readTotals())).toBe(calls(before) + 2)
})

test('a rebuild rolls up all commands, even if they are many', async () => {
  // The rows are more than one portion. They are in transactions that this server counts as past, and one in a future
  // transaction.
  await database.owner.query(`
    ALTER TABLE ledger.commands DISABLE TRIGGER append_only;
    INSERT INTO ledger.commands (user_id, key, fingerprint, operation, subject_id, coins, xid)
    SELECT '${adminId}', gen_random_uuid(), '', 'reject', '${userId}', 0, (3 + n % 300)::text::xid8 FROM generate_series(1, 12000) n;
    INSERT INTO ledger.commands (user_id, key, fingerprint, operation, subject_id, coins, xid)
    SELECT '${adminId}', gen_random_uuid(), '', 'reject', '${userId}', 0, (pg_current_xact_id()::text::bigint + 1000000)::text::xid8;
    ALTER TABLE ledger.commands ENABLE TRIGGER append_only`)
  await database.owner.query('SELECT ledger.rebuild_totals()')
  const { rows } = await database.owner.query(
    "SELECT count(*)::int AS fresh FROM ledger.fresh_commands() WHERE operation = 'reject'",
  )
  expect(rows).toEqual([{ fresh: 0 }])
})

test('totals are not rebuilt for calls that other servers commit while a start waits', async () => {
  await rollUpAll(database)
  const before = await readTotals()
  const countSummedAnew = async () =>
    (await database.owner.query(`SELECT FROM ledger.commands WHERE xid = '3'`)).rowCount
  const summedBefore = await countSummedAnew()
  const blocker = await database.owner.connect()
  try {
    await blocker.query('BEGIN')
    await blocker.query('SELECT FROM ledger.rollup FOR UPDATE')
    const starting = database.owner.query('SELECT ledger.rebuild_totals()')
    await expect
      .poll(async () => {
        const { rows } = await database.owner.query(
          `SELECT FROM pg_stat_activity WHERE query = 'SELECT ledger.rebuild_totals()' AND wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
    await giveCoins(database.ownerDb, adminId, userId, 1)
    await blocker.query('COMMIT')
    await starting
  } finally {
    blocker.release()
  }
  expect(await countSummedAnew()).toBe(summedBefore)
  await expectNoViolations(database)
  expect(await readTotals()).not.toEqual(before)
})
