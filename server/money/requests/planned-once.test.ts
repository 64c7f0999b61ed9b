import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { explain } from '../../../tests/helpers/explain.ts'
import { createAdmin, createMember, giveCoins, type MemberFixture } from '../../../tests/helpers/people.ts'
import * as ledger from '../ledger/ledger.ts'
import { listAllRequests } from './admin-request-list.ts'
import { listActivity } from './lists.ts'
import { readOwnOverview } from './overview.ts'
import { listNewestPending, listQueue } from './queue.ts'

/** PostgreSQL plans the first calls of a prepared statement for their values, and then chooses. */
const callsBeforeChoice = 5

let database: TestDatabase
let member: MemberFixture
let readerId: string
beforeAll(async () => {
  database = await createTestDatabase()
  readerId = (await createAdmin(database.ownerDb)).id
  member = await createMember(database.ownerDb, { walletAddress: 'TA1' })
  await giveCoins(database.ownerDb, readerId, member.id, 50_000)
  for (let count = 0; count < 3; count += 1) {
    const withdrawal = { userId: member.id, kind: 'withdrawal', coins: 1000, usdtRate: '1' } as const
    await ledger.submit(database.ownerDb, { ...withdrawal, key: randomUUID(), token: null })
  }
  await sql`analyze`.execute(database.ownerDb)
})
afterAll(() => database.drop())

const readings: [string, (db: Db) => Promise<unknown>][] = [
  ['an overview', async (db) => readOwnOverview(db, member.id, { ofEach: 5, ofOpen: 20 })],
  ['own requests', async (db) => listActivity(db, member.id, { limit: 25 })],
  ['own pending requests', async (db) => listActivity(db, member.id, { limit: 25, status: 'pending' })],
  ['own withdrawals', async (db) => listActivity(db, member.id, { limit: 25, kind: 'withdrawal' })],
  ['the newest of a queue', async (db) => listNewestPending(db, 'withdrawal', 5)],
  [
    'a queue',
    async (db) => listQueue(db, readerId, 'withdrawal', { order: 'oldest', limit: 25, waits: 'administrator' }),
  ],
]

/** Reads by one connection, and returns how often it has planned each of its statements. */
async function countPlans(read: (db: Db) => Promise<void>): Promise<number[]> {
  const db = createDb(createPool(database.appUrl, { max: 1, onError() {} }))
  try {
    await read(db)
    const { rows } = await sql<{ planned: string }>`
      select custom_plans as planned from pg_prepared_statements`.execute(db)
    return rows.map(({ planned }) => Number(planned))
  } finally {
    await db.destroy()
  }
}

test.each(readings)('a connection plans %s once', async (_, read) => {
  const plans = await countPlans(async (db) => {
    for (let count = 0; count < callsBeforeChoice + 3; count += 1) await read(db)
  })
  // Without parameters there is nothing to choose.
  expect(plans.map((planned) => planned <= callsBeforeChoice)).toEqual([true])
})

test('the pages of a queue have few texts, of any length', async () => {
  const plans = await countPlans(async (db) => {
    for (let limit = 1; limit <= 100; limit += 1)
      await listQueue(db, readerId, 'withdrawal', { order: 'oldest', limit })
  })
  // Two lengths of the requests to decide, and two of those that wait for their members.
  expect(plans).toHaveLength(4)
})

test('a page of all requests looks its requests up by their keys', async () => {
  // A table of few rows is read as a whole, which costs least. Here it shall be as in a table of many.
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await sql`alter database ${sql.ref(name)} set enable_seqscan = off`.execute(database.ownerDb)
  const owner = createPool(database.ownerUrl, { max: 1, onError() {} })
  try {
    const list = async (db: Db) => listAllRequests(db, { order: 'newest', limit: 25 })
    expect(await explain({ ...database, owner }, list)).toContain('((user_id = found.user_id) AND (id = found.id))')
  } finally {
    await owner.end()
  }
})
