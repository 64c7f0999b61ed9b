import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { explain } from '../../../tests/helpers/explain.ts'
import { createAdmin, createMember, giveCoins, type MemberFixture } from '../../../tests/helpers/people.ts'
import * as ledger from '../ledger/ledger.ts'
import { listNotices } from '../notices/notices.ts'
import { listReferrals } from '../referrals/referrals.ts'
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

/** Adds cancelled withdrawals of the member and of others, without their movements, and lets PostgreSQL count the rows. */
async function growTables(): Promise<void> {
  const others = await Promise.all(Array.from({ length: 40 }, async () => createMember(database.ownerDb)))
  await addWithdrawals([member, ...others], 500)
}

async function addWithdrawals(members: readonly MemberFixture[], each: number): Promise<void> {
  await database.owner.query(
    `insert into ledger.requests (user_id, id, kind, status, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, wallet_address, created_at, decided_at)
     select user_id, uuidv7(), 'withdrawal', 'cancelled', 1000, 0.01, 10, 1, 10, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', now(), now()
       from unnest($1::uuid[]) user_id, generate_series(1, $2)`,
    [members.map(({ id }) => id), each],
  )
  await sql`analyze`.execute(database.ownerDb)
}

const readings: [string, (db: Db) => Promise<unknown>][] = [
  ['an overview', async (db) => readOwnOverview(db, member.id, { ofEach: 5, ofOpen: 20 })],
  ['own requests', async (db) => listActivity(db, member.id, { limit: 25 })],
  ['own pending requests', async (db) => listActivity(db, member.id, { limit: 25, status: 'pending' })],
  ['own withdrawals', async (db) => listActivity(db, member.id, { limit: 25, kind: 'withdrawal' })],
  ['own friends', async (db) => listReferrals(db, member.id, { limit: 25 })],
  ['own notices', async (db) => listNotices(db, member.id, { limit: 25 })],
  ['the newest of a queue', async (db) => listNewestPending(db, 'withdrawal', 5)],
  [
    'a queue',
    async (db) => listQueue(db, readerId, 'withdrawal', { order: 'oldest', limit: 25, waits: 'administrator' }),
  ],
]

const openConnection = () => createDb(createPool(database.appUrl, { max: 1, onError() {} }))

/** Returns how often a connection has planned each of its statements. */
async function countPlans(db: Db): Promise<number[]> {
  const { rows } = await sql<{ planned: string }>`
    select custom_plans as planned from pg_prepared_statements`.execute(db)
  return rows.map(({ planned }) => Number(planned))
}

async function repeat(read: () => Promise<unknown>, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await read()
}

test.each(readings)('a connection plans %s once', async (_, read) => {
  const db = openConnection()
  try {
    await repeat(async () => read(db), callsBeforeChoice + 3)
    // Without parameters there is nothing to choose.
    expect((await countPlans(db)).map((planned) => planned <= callsBeforeChoice)).toEqual([true])
  } finally {
    await db.destroy()
  }
})

test('a connection that was opened when the tables were small soon stops planning anew in larger ones', async () => {
  const connections = readings.map(([what, read]) => ({ what, read, db: openConnection() }))
  const [calls, most] = [120, 60]
  try {
    for (const { read, db } of connections) await repeat(async () => read(db), callsBeforeChoice + 1)
    await growTables()
    // PostgreSQL compares the plan for all calls with the mean of its plans so far, and the first ones were cheap.
    for (const { read, db } of connections) await repeat(async () => read(db), calls)
    const plans = await Promise.all(connections.map(async ({ what, db }) => ({ what, planned: await countPlans(db) })))
    expect(plans.filter(({ planned }) => Math.max(...planned) > most)).toEqual([])
  } finally {
    for (const { db } of connections) await db.destroy()
  }
})

test('a member with few requests among members with many is read by the plan for all, too', async () => {
  const newcomer = await createMember(database.ownerDb)
  await growTables()
  await addWithdrawals([newcomer], 1)
  const reads: ((db: Db) => Promise<unknown>)[] = [
    async (db) => listActivity(db, newcomer.id, { limit: 25 }),
    async (db) => listActivity(db, newcomer.id, { limit: 25, kind: 'withdrawal' }),
    async (db) => readOwnOverview(db, newcomer.id, { ofEach: 5, ofOpen: 20 }),
  ]
  for (const read of reads) {
    const db = openConnection()
    try {
      await repeat(async () => read(db), callsBeforeChoice + 3)
      expect(await countPlans(db)).toEqual([callsBeforeChoice])
    } finally {
      await db.destroy()
    }
  }
})

test('the pages of a queue have few texts, of any length', async () => {
  const db = openConnection()
  try {
    for (let limit = 1; limit <= 100; limit += 1)
      await listQueue(db, readerId, 'withdrawal', { order: 'oldest', limit })
    expect(await countPlans(db)).toHaveLength(2)
  } finally {
    await db.destroy()
  }
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
