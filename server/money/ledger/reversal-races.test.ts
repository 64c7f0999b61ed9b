import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  readBalance,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import { createPayout, noteSent } from '../../../tests/helpers/payouts.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { makeHash } from '../../../tests/helpers/transfers.ts'

const connections = 12

let database: TestDatabase
let db: Db
const adminIds: string[] = []
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
  for (let n = 0; n < 4; n += 1) adminIds.push((await createAdmin(database.ownerDb)).id)
})
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const admin = (n: number): string => adminIds[n % adminIds.length] ?? ''
const byAdmin = (n: number) => ({ token: null, actorId: admin(n), key: randomUUID() })

async function memberWith(coins: number, referredById?: string) {
  const member = await createMember(database.ownerDb, referredById ? { referredById } : {})
  if (coins > 0) await giveCoins(database.ownerDb, admin(0), member.id, coins)
  return member
}

/** Counts the calls by outcome: "done", or the code of the refusal. */
async function countOutcomes(calls: Array<Promise<unknown>>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(calls)) {
    const outcome = result.status === 'rejected' ? (result.reason as { code: string }).code : 'done'
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

async function approvedPackage(userId: string, bonusPercentage = '10'): Promise<string> {
  const requestId = await submitPackage(
    database,
    userId,
    await createPackage(database, { coins: 1000, bonusPercentage }),
  )
  await decide(database, admin(0), userId, requestId)
  return requestId
}

const reverseAs = (n: number, userId: string, requestId: string) =>
  ledger.reverse(db, { ...byAdmin(n), userId, requestId, reason: 'The payment was never received.' })

test('of many reversals of a request one takes effect', async () => {
  const { id } = await memberWith(0)
  const requestId = await approvedPackage(id)
  expect(await countOutcomes(Array.from({ length: 12 }, (_, n) => reverseAs(n, id, requestId)))).toEqual({
    done: 1,
    already_reversed: 11,
  })
  expect(await readBalance(database, id)).toEqual(['0', '0'])
})

test('coins that are spent while their purchase is reversed are owed, or are not spent', async () => {
  const other = await memberWith(0)
  for (let round = 0; round < 8; round += 1) {
    const { id } = await memberWith(0)
    const requestId = await approvedPackage(id, '0')
    const key = randomUUID()
    const spend = submit({ ...database, ownerDb: db }, id, 'transfer', 1000, { recipientMemberId: other.memberId, key })
    const outcomes = await countOutcomes([spend, reverseAs(round, id, requestId)])
    const [available, locked] = await readBalance(database, id)
    expect([available, outcomes]).toEqual(
      locked === '1000' ? ['0', { done: 2 }] : ['0', { done: 1, insufficient_funds: 1 }],
    )
  }
})

test('the reversal of a first package and the approval of another one pay one reward', async () => {
  for (let round = 0; round < 8; round += 1) {
    const referrer = await memberWith(0)
    const { id } = await memberWith(0, referrer.id)
    const first = await approvedPackage(id)
    const next = await submitPackage(database, id, await createPackage(database, { coins: 1000 }))
    const deciding = ledger.decide(db, {
      ...byAdmin(round),
      userId: id,
      requestId: next,
      status: 'approved',
      notes: null,
    })
    expect(await countOutcomes([reverseAs(round + 1, id, first), deciding])).toEqual({ done: 2 })
    // The package that stays is the first one only if the other had gone before.
    const [reward] = await readBalance(database, referrer.id)
    expect(['0', '200']).toContain(reward)
  }
})

test('two people who owe to each other’s requests are reversed at once without a deadlock', async () => {
  const [one, other] = [await memberWith(20_000), await memberWith(20_000)]
  const sent: [string, string][] = []
  for (let n = 0; n < 6; n += 1) {
    const [from, to] = n % 2 === 0 ? [one, other] : [other, one]
    const requestId = await submit(database, from.id, 'transfer', 1000, { recipientMemberId: to.memberId })
    await decide(database, admin(0), from.id, requestId)
    sent.push([from.id, requestId])
  }
  expect(await countOutcomes(sent.map(([userId, id], n) => reverseAs(n, userId, id)))).toEqual({ done: 6 })
  expect(await readBalance(database, one.id)).toEqual(['20000', '0'])
})

test('a payment that is recorded while its withdrawal is reversed keeps it, or is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const payout = await createPayout(database, admin(0))
    const outcomes = await countOutcomes([
      reverseAs(round, payout.userId, payout.requestId),
      noteSent(db, payout, { actorId: admin(1), hash: makeHash() }),
    ])
    expect([
      { done: 1, payout_sent_already: 1 },
      { done: 1, payout_cancelled: 1 },
    ]).toContainEqual(outcomes)
  }
})
