import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createMember } from '../../../tests/helpers/people.ts'
import { hasSettledCommands } from './ledger.ts'
import { rollUpSettled } from './roll-ups.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())

async function countBehind(): Promise<number> {
  const { rows } = await database.owner.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM ledger.commands WHERE xid >= (SELECT watermark FROM ledger.rollup)',
  )
  return rows[0]?.count ?? 0
}

test('a backlog of several portions is rolled up in one go, and then only read', async () => {
  const { id } = await createMember(database.ownerDb)
  // One command in each transaction, as calls make them.
  await database.owner.query(`
    DO $$ BEGIN FOR n IN 1..7000 LOOP
      INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id, coins)
      VALUES ('${id}', gen_random_uuid(), '', 'submit', 'transfer', '${id}', 1);
      COMMIT;
    END LOOP; END $$`)
  expect(await countBehind()).toBeGreaterThan(6_000)
  // Tests on other databases of this server keep the newest commands unsettled for a moment.
  await expect
    .poll(
      async () => {
        await rollUpSettled(database.appDb)
        return countBehind()
      },
      { timeout: 20_000 },
    )
    .toBe(0)
  const readMark = async () => {
    const mark = 'SELECT watermark::text, xmin::text FROM ledger.rollup'
    return (await database.owner.query<Record<string, string>>(mark)).rows
  }
  const before = await readMark()
  expect(await hasSettledCommands(database.appDb)).toBe(false)
  await rollUpSettled(database.appDb)
  expect(await readMark()).toEqual(before)
}, 60_000)

test('a server that stops leaves the rest to the next one', async () => {
  await createMember(database.ownerDb)
  const before = await countBehind()
  await rollUpSettled(database.appDb, AbortSignal.abort())
  expect(await countBehind()).toBe(before)
})
