import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  readBalance,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'

const connections = 16

let database: TestDatabase
let db: Db
let adminIds: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  const pool = createPool(database.ownerUrl, {
    max: connections,
    onError: (error) => {
      throw error
    },
  })
  db = createDb(pool)
  // All connections are open before the races start, so that the calls really meet.
  await Promise.all(Array.from({ length: connections }, () => pool.query('SELECT pg_sleep(0.05)')))
  adminIds = []
  for (let n = 0; n < 4; n += 1) adminIds.push((await createAdmin(database.ownerDb)).id)
})
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function memberWith(coins: number, referredById?: string) {
  const member = await createMember(database.ownerDb, referredById ? { referredById } : {})
  if (coins > 0) await giveCoins(database.ownerDb, admin(0), member.id, coins)
  return member
}

const admin = (n: number): string => adminIds[n % adminIds.length] ?? ''
const byAdmin = (n: number) => ({ token: null, actorId: admin(n), key: randomUUID() })
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** Counts the calls by outcome: "done", or the code of the refusal, with the status if there is one. */
async function countOutcomes(calls: Array<Promise<unknown>>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(calls)) {
    const reason = result.status === 'rejected' ? (result.reason as { code: string; status?: string }) : undefined
    const outcome = reason ? [reason.code, reason.status].filter(Boolean).join(' ') : 'done'
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const withdrawal = { token: null, kind: 'withdrawal', coins: 1000, usdtRate: '1' } as const

test('of a hundred spends of 1000 at once, 5000 coins allow exactly five', async () => {
  const other = await memberWith(0)
  for (let round = 0; round < 3; round += 1) {
    const member = await memberWith(5000)
    const outcomes = await countOutcomes(
      times(100, (n) =>
        ledger.submit(db, {
          token: null,
          userId: member.id,
          key: randomUUID(),
          coins: 1000,
          recipientMemberId: other.memberId,
          ...(n % 2 ? { kind: 'withdrawal', usdtRate: '1' } : { kind: 'transfer' }),
        }),
      ),
    )
    expect(outcomes).toEqual({ done: 5, insufficient_funds: 95 })
    expect(await readBalance(database, member.id)).toEqual(['0', '5000'])
  }
})

test('one key that is sent a hundred times at once makes one request and a hundred equal answers', async () => {
  const member = await memberWith(500_000)
  const call = { ...withdrawal, userId: member.id, key: randomUUID() }
  const answers = await Promise.all(times(100, () => ledger.submit(db, call)))
  expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(1)
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(await readBalance(database, member.id)).toEqual(['499000', '1000'])
})

test('one key of decide, cancel or adjust that is sent a hundred times at once takes effect once', async () => {
  const member = await memberWith(10_000)
  const [first, second] = [
    await submit(database, member.id, 'withdrawal', 1000),
    await submit(database, member.id, 'withdrawal', 1000),
  ]
  const key = randomUUID()
  const base = { actorId: admin(0), userId: member.id }
  for (const call of [
    () => ledger.decide(db, { token: null, ...base, key, requestId: first, status: 'approved' }),
    () => ledger.cancel(db, { token: null, userId: member.id, key, requestId: second }),
    () => ledger.adjust(db, { token: null, ...base, key: second, coins: '1', reason: 'Gift' }),
  ]) {
    const answers = await Promise.all(times(100, call))
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  }
  expect(await readBalance(database, member.id)).toEqual(['9001', '0'])
})

test(
  'of fifty deciders of each of 200 requests exactly one wins, and the others move nothing',
  { timeout: 60_000 },
  async () => {
    const [member, friend] = [await memberWith(200_000), await memberWith(0)]
    const requestIds: string[] = []
    for (let n = 0; n < 200; n += 1) {
      const kind = n % 2 ? 'withdrawal' : 'transfer'
      requestIds.push(await submit(database, member.id, kind, 1000, { recipientMemberId: friend.memberId }))
    }
    let approvals = 0
    const race = async (requestId: string, at: number) => {
      const outcomes = await countOutcomes(
        times(50, (n) =>
          ledger.decide(db, {
            ...byAdmin(n),
            userId: member.id,
            requestId,
            notes: 'Looked at',
            status: (n + at) % 2 ? 'approved' : 'rejected',
          }),
        ),
      )
      const status = 'already_processed approved' in outcomes ? 'approved' : 'rejected'
      expect(outcomes).toEqual({ done: 1, [`already_processed ${status}`]: 49 })
      if (status === 'approved') approvals += 1
    }
    // Only a few requests race at a time. With more, the last callers would wait for a connection longer than the pool
    // allows.
    for (let at = 0; at < requestIds.length; at += 4) {
      await Promise.all(requestIds.slice(at, at + 4).map((id, n) => race(id, at + n)))
    }
    const { rows } = await database.owner.query<{ legs: string; commands: string }>(
      `SELECT (SELECT count(*) FROM ledger.movements WHERE user_id = $1 AND request_id IS NOT NULL) AS legs,
            (SELECT count(*) FROM ledger.commands WHERE subject_id = $1 AND operation IN ('approve', 'reject')) AS commands`,
      [member.id],
    )
    expect(rows).toEqual([{ legs: '400', commands: '200' }])
    expect(await readBalance(database, member.id)).toEqual([String(200_000 - approvals * 1000), '0'])
  },
)

test('the losers of a race change no table', async () => {
  const member = await memberWith(5000)
  const requestId = await submit(database, member.id, 'withdrawal', 1000)
  await decide(database, admin(0), member.id, requestId)
  const after = await readTableDigests(database.owner)
  const outcomes = await countOutcomes([
    ...times(60, (n) => decide(database, admin(n), member.id, requestId, n % 2 ? 'approved' : 'rejected')),
    ...times(20, () => ledger.cancel(db, { token: null, userId: member.id, key: randomUUID(), requestId })),
  ])
  expect(outcomes).toEqual({ 'already_processed approved': 80 })
  expect(await readTableDigests(database.owner)).toEqual(after)
})

test('a cancellation and an approval never both take effect', async () => {
  for (let round = 0; round < 20; round += 1) {
    const member = await memberWith(1000)
    const requestId = await submit(database, member.id, 'withdrawal', 1000)
    const outcomes = await countOutcomes([
      ledger.cancel(db, { token: null, userId: member.id, key: randomUUID(), requestId }),
      ledger.decide(db, { ...byAdmin(round), userId: member.id, requestId, status: 'approved' }),
    ])
    const isCancelled = 'already_processed cancelled' in outcomes
    expect(outcomes).toEqual({ done: 1, [`already_processed ${isCancelled ? 'cancelled' : 'approved'}`]: 1 })
    expect(await readBalance(database, member.id)).toEqual([isCancelled ? '1000' : '0', '0'])
  }
})

test('two hundred transfers that cross each other neither deadlock nor lose a coin', async () => {
  const members = await Promise.all(times(4, () => memberWith(50_000)))
  const transfers = await Promise.all(
    times(200, async (n) => {
      const [from, to] = [members[n % 4], members[(n + 1 + (n % 3)) % 4]]
      if (!from || !to) throw new Error('no such member')
      const call = { userId: from.id, key: randomUUID(), coins: 1000, recipientMemberId: to.memberId }
      return { userId: from.id, ...(await ledger.submit(db, { token: null, ...call, kind: 'transfer' })) }
    }),
  )
  // The calls are made without a retry, so that a deadlock would show.
  const outcomes = await countOutcomes(
    transfers.map(({ userId, requestId }, n) =>
      sql`select ledger.decide(${admin(n)}::uuid, uuidv7(), ${userId}::uuid, ${requestId}::uuid, 'approved', null)`.execute(
        db,
      ),
    ),
  )
  expect(outcomes).toEqual({ done: 200 })
  const balances = await Promise.all(members.map(({ id }) => readBalance(database, id)))
  expect(balances.reduce((sum, [available, locked]) => sum + Number(available) + Number(locked), 0)).toBe(200_000)
})

test('approvals that all pay one referrer are all counted, even while the referrer spends', async () => {
  const referrer = await memberWith(100_000)
  const pack = await createPackage(database, { coins: 5000, bonusPercentage: '1' })
  const friends = []
  for (let n = 0; n < 60; n += 1) {
    const { id } = await memberWith(0, referrer.id)
    friends.push({ userId: id, requestId: await submitPackage(database, id, pack) })
  }
  const outcomes = await countOutcomes([
    ...friends.map((friend, n) => ledger.decide(db, { ...byAdmin(n), ...friend, status: 'approved' })),
    ...times(60, () => ledger.submit(db, { ...withdrawal, userId: referrer.id, key: randomUUID() })),
  ])
  expect(outcomes).toEqual({ done: 120 })
  expect(await readBalance(database, referrer.id)).toEqual(['100000', '60000'])
})

test('the totals are exact in every snapshot while they are rolled up under load', async () => {
  const members = await Promise.all(times(6, () => memberWith(1_000_000)))
  let comparisons = 0
  const isEnough = () => comparisons >= 15
  const work = async (userId: string, n: number) => {
    for (let round = 0; !isEnough(); round += 1) {
      const { requestId } = await ledger.submit(db, { ...withdrawal, userId, key: randomUUID() })
      const status = round % 3 === 1 ? 'approved' : 'rejected'
      if (round % 3 === 0) await ledger.cancel(db, { token: null, userId, key: randomUUID(), requestId })
      else await ledger.decide(db, { ...byAdmin(n), userId, requestId, status, notes: 'No' })
      // The coins keep approved withdrawals from draining the account before the watchers have seen enough.
      if (round % 50 === 0) await giveCoins(db, admin(n), userId, 50_000)
    }
  }
  const rollUp = async () => {
    while (!isEnough()) await ledger.rollUp(db)
  }
  const compare = async () => {
    while (!isEnough()) {
      expect(await readDifference()).toEqual([])
      comparisons += 1
    }
  }
  await Promise.all([...members.map(({ id }, n) => work(id, n)), rollUp(), rollUp(), compare(), compare()])
  // A running transaction of any database on this server keeps later commands from being rolled up.
  const readBehind = async () => {
    await ledger.rollUp(db)
    const { rows } = await database.owner.query<{ behind: string }>(
      'SELECT (SELECT count(*) FROM ledger.commands) - (SELECT sum(calls) FROM ledger.totals) AS behind',
    )
    return rows[0]?.behind
  }
  await expect.poll(readBehind, { timeout: 10_000 }).toBe('0')
})

/** Returns the rows in which the totals and the journal differ, in one snapshot. */
async function readDifference(): Promise<unknown[]> {
  const { rows } = await database.owner.query<object>(
    `WITH journal AS (
       SELECT operation, coalesce(kind, '') AS kind, count(*) AS calls, sum(coins) AS coins, sum(bonus_coins) AS bonus_coins,
              sum(reward_coins) AS reward_coins, sum(usd) AS usd FROM ledger.commands GROUP BY 1, 2)
     (SELECT 'journal' AS side, j.* FROM (SELECT * FROM journal EXCEPT SELECT * FROM ledger.current_totals) j)
     UNION ALL
     (SELECT 'totals', t.* FROM (SELECT * FROM ledger.current_totals EXCEPT SELECT * FROM journal) t)
     UNION ALL
     SELECT rule, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM ledger.violations`,
  )
  return rows
}
