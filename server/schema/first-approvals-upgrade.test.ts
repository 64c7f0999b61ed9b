import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/database.ts'
import { createPackage, submitPackage } from '../../tests/helpers/ledger.ts'
import * as ledger from '../../tests/helpers/ledger-calls.ts'
import { createAdmin, createMember } from '../../tests/helpers/people.ts'
import { schema } from './schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const readTimes = async () =>
  (
    await database.owner.query<{ first_approved_at: string | null }>(
      'SELECT first_approved_at FROM ledger.requests ORDER BY id',
    )
  ).rows

/** Makes a buy that needs two administrators. */
async function buy() {
  const { id: userId } = await createMember(database.ownerDb)
  const requestId = await submitPackage(database, userId, await createPackage(database, { coins: 1_001_000 }))
  return { userId, requestId }
}

test('an upgrade finds the requests that wait for a second administrator, and nothing else of them changes', async () => {
  const [first, second] = [await createAdmin(database.ownerDb), await createAdmin(database.ownerDb)]
  const asked = [await buy(), await buy(), await buy()]
  const approve = async (actorId: string, request: (typeof asked)[number] | undefined) =>
    request &&
    ledger.decide(database.ownerDb, { token: null, actorId, key: randomUUID(), status: 'approved', ...request })
  await approve(first.id, asked[0])
  await approve(first.id, asked[1])
  const noted = await readTimes()
  await approve(second.id, asked[1])
  expect(noted).toEqual([
    { first_approved_at: expect.any(String) as string },
    { first_approved_at: expect.any(String) as string },
    { first_approved_at: null },
  ])

  // A database of the release before knows the approvals alone.
  await database.owner.query(`
    ALTER TABLE ledger.requests DISABLE TRIGGER guard_change;
    UPDATE ledger.requests SET first_approved_at = NULL;
    ALTER TABLE ledger.requests ENABLE TRIGGER guard_change`)
  const file = readFileSync(join(schema.migrations, '0023_first_approvals.sql'), 'utf8')
  await database.owner.query(file)
  // The approved request was decided before, so nothing waits there.
  expect(await readTimes()).toEqual([noted[0], { first_approved_at: null }, { first_approved_at: null }])

  const change = async (what: string, request: (typeof asked)[number] | undefined) =>
    database.owner.query(`UPDATE ledger.requests SET ${what} WHERE id = $1`, [request?.requestId])
  await expect(change('first_approved_at = now()', asked[0])).rejects.toThrow('a request changes once')
  await expect(change('first_approved_at = NULL', asked[0])).rejects.toThrow('a request changes once')
  await expect(change('first_approved_at = now()', asked[1])).rejects.toThrow('a request changes once')
  await expect(change('first_approved_at = now(), amount_usd = 1', asked[2])).rejects.toThrow('a request changes once')
})
