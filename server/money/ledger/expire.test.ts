import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectRefused,
  expectNoViolations,
  makeOlder,
  readBalance,
  rollUpAll,
  submit,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'

let database: TestDatabase
let db: Db
let adminId: string
let pack: PackageFixture

beforeAll(async () => {
  database = await createTestDatabase()
  const onError = (error: Error) => {
    throw error
  }
  const pool = createPool(database.ownerUrl, { max: 16, onError })
  db = createDb(pool)
  // All connections are open before the races start, so that the calls really meet.
  await Promise.all(Array.from({ length: 16 }, () => pool.query('SELECT pg_sleep(0.05)')))
  adminId = (await createAdmin(database.ownerDb)).id
  pack = await createPackage(database, { bonusPercentage: '5' })
})
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function overdueBuy(days = 8, referredById?: string) {
  const member = await createMember(database.ownerDb, referredById ? { referredById } : {})
  const requestId = await submitPackage(database, member.id, pack)
  await makeOlder(database, requestId, days)
  return { userId: member.id, requestId }
}

const readStatus = async (requestId: string) =>
  (await database.owner.query<{ status: string }>('SELECT status FROM ledger.requests WHERE id = $1', [requestId]))
    .rows[0]?.status

test('a buy that waited longer than seven days expires, once, and no younger one does', async () => {
  const young = await overdueBuy(6)
  const old = await overdueBuy(8)
  expect(await ledger.expireBuy(database.appDb)).toEqual(old)
  const after = await readTableDigests(database.owner)
  expect(await ledger.expireBuy(db)).toBeUndefined()
  expect(await readTableDigests(database.owner)).toEqual(after)
  expect([await readStatus(young.requestId), await readStatus(old.requestId)]).toEqual(['pending', 'expired'])
  expect(await readBalance(database, old.userId)).toEqual(['0', '0'])
  await ledger.cancel(db, { token: null, userId: young.userId, key: randomUUID(), requestId: young.requestId })
})

test('the settings say after how many days, and no less than one', async () => {
  const buy = await overdueBuy(3)
  await database.owner.query('UPDATE settings SET buy_request_days = 2')
  expect(await ledger.expireBuy(db)).toEqual(buy)
  await database.owner.query('UPDATE settings SET buy_request_days = 7')
  await expect(database.owner.query('UPDATE settings SET buy_request_days = 0')).rejects.toThrow(
    'buy_request_days_range',
  )
  await expect(database.app.query('UPDATE settings SET buy_request_days = 1')).rejects.toThrow('permission denied')
  await expect(database.app.query('UPDATE settings SET buys_on_fallback_rate = true')).rejects.toThrow(
    'permission denied',
  )
})

test('withdrawals and transfers wait for as long as it takes', async () => {
  const [member, friend] = [
    await createMember(database.ownerDb, { walletAddress: 'T-wallet' }),
    await createMember(database.ownerDb),
  ]
  await giveCoins(database.ownerDb, adminId, member.id, 5000)
  const withdrawal = await submit(database, member.id, 'withdrawal', 1000)
  const transfer = await submit(database, member.id, 'transfer', 1000, { recipientMemberId: friend.memberId })
  for (const id of [withdrawal, transfer]) await makeOlder(database, id, 400)
  expect(await ledger.expireBuy(db)).toBeUndefined()
  const change = database.owner.query(
    `UPDATE ledger.requests SET status = 'expired', decided_at = now() WHERE id = $1`,
    [withdrawal],
  )
  await expect(change).rejects.toThrow('only_buys_expire')
})

test('an expired first purchase frees the friend of its referrer, who is rewarded for a later one', async () => {
  const referrer = await createMember(database.ownerDb)
  const { userId } = await overdueBuy(8, referrer.id)
  const readFriend = async () =>
    (
      await database.owner.query<{ status: string; reward_coins: string | null }>(
        'SELECT status, reward_coins FROM referrals WHERE user_id = $1',
        [referrer.id],
      )
    ).rows
  expect(await readFriend()).toMatchObject([{ status: 'First Purchase Pending' }])
  await ledger.expireBuy(db)
  expect(await readFriend()).toEqual([{ status: 'Registered', reward_coins: null }])
  await decide(database, adminId, userId, await submitPackage(database, userId, pack))
  expect(await readFriend()).toMatchObject([{ status: 'Bonus Awarded' }])
})

test('an expired buy can neither be decided nor cancelled, and the refusal says so', async () => {
  const { userId, requestId } = await overdueBuy()
  await ledger.expireBuy(db)
  for (const status of ['approved', 'rejected'] as const) {
    const call = { token: null, actorId: adminId, key: randomUUID(), userId, requestId, status, notes: 'Late' }
    await expectRefused(database, 'already_processed', () => ledger.decide(db, call))
  }
  const call = { token: null, userId, key: randomUUID(), requestId }
  await expect(ledger.cancel(db, call)).rejects.toMatchObject({ code: 'already_processed', status: 'expired' })
})

test('the lists and totals know the expired request before and after a roll-up', async () => {
  const { requestId } = await overdueBuy()
  await ledger.expireBuy(db)
  const read = async () =>
    (
      await database.owner.query<{ status: string }>(
        `SELECT status FROM (SELECT * FROM ledger.decided UNION ALL SELECT * FROM ledger.fresh_decided()) d WHERE id = $1`,
        [requestId],
      )
    ).rows
  expect(await read()).toEqual([{ status: 'expired' }])
  await rollUpAll(database)
  expect(await read()).toEqual([{ status: 'expired' }])
  const { rows } = await database.owner.query(
    `SELECT count(*)::int FROM audit_events WHERE action = 'request_expired' AND actor_id IS NULL AND detail ->> 'requestId' = $1`,
    [requestId],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('of an expiry, a decision and a cancellation at the same moment exactly one acts', async () => {
  const ends: Record<string, number> = {}
  for (let round = 0; round < 40; round += 1) {
    const { userId, requestId } = await overdueBuy()
    const end = round % 3
    const results = await Promise.allSettled([
      ledger.expireBuy(db).then((buy) => buy ?? Promise.reject(new Error('left to the other call'))),
      ledger.expireBuy(db).then((buy) => buy ?? Promise.reject(new Error('left to the other call'))),
      end === 0
        ? ledger.cancel(db, { token: null, userId, key: randomUUID(), requestId })
        : decide(database, adminId, userId, requestId, end === 1 ? 'approved' : 'rejected'),
    ])
    const status = (await readStatus(requestId)) ?? ''
    expect(results.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1)
    const coins = pack.coins + pack.coins * 0.05
    expect(await readBalance(database, userId)).toEqual([status === 'approved' ? String(coins) : '0', '0'])
    ends[status] = (ends[status] ?? 0) + 1
  }
  expect(ends['pending']).toBeUndefined()
  expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(40)
})

test('a decision that holds the request is not waited for, and wins', async () => {
  const { userId, requestId } = await overdueBuy()
  const client = await database.owner.connect()
  await client.query('BEGIN')
  await client.query(`SELECT ledger.decide($1, uuidv7(), $2, $3, 'approved', NULL)`, [adminId, userId, requestId])
  expect(await ledger.expireBuy(db)).toBeUndefined()
  await client.query('COMMIT')
  client.release()
  expect(await ledger.expireBuy(db)).toBeUndefined()
  expect(await readStatus(requestId)).toBe('approved')
})

test('thirty that are overdue expire once each, over many connections', async () => {
  const buys = []
  for (let n = 0; n < 30; n += 1) buys.push((await overdueBuy()).requestId)
  const expired = await Promise.all(Array.from({ length: 60 }, () => ledger.expireBuy(db)))
  const rest = []
  for (let buy = await ledger.expireBuy(db); buy; buy = await ledger.expireBuy(db)) rest.push(buy)
  const ids = [...expired, ...rest].flatMap((buy) => buy?.requestId ?? [])
  expect(ids.toSorted()).toEqual(buys.toSorted())
})
