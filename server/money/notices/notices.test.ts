import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listNotices as operation, type Notice } from '../../../contract/notices.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  makeOlder,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createPayout, noteFailed, noteSent } from '../../../tests/helpers/payouts.ts'
import { createAdmin, createMember, giveCoins, type MemberFixture } from '../../../tests/helpers/people.ts'
import { makeStrangeHash } from '../../../tests/helpers/watched-chain.ts'
import { countNotices, listNotices } from './notices.ts'

let database: TestDatabase
let adminIds: string[]
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminIds = []
  for (let n = 0; n < 4; n += 1) adminIds.push((await createAdmin(database.ownerDb)).id)
  adminId = adminIds[0] ?? ''
})
afterEach(() => expectNoViolations(database))
afterAll(() => database.drop())

async function readNotices(userId: string): Promise<Notice[]> {
  const { items } = operation.output.parse(await listNotices(database.appDb, userId, { limit: 100 }))
  // The numbers of a member count from 1 without gaps.
  expect(items.map(({ number }) => number)).toEqual(items.map((_, at) => items.length - at))
  expect(await countNotices(database.appDb, userId)).toMatchObject({ last_number: items.length })
  return items
}

const kindsOf = async (userId: string) => (await readNotices(userId)).map(({ kind }) => kind).toReversed()

async function createRich(fullName?: string): Promise<MemberFixture> {
  const member = await createMember(database.ownerDb, fullName === undefined ? {} : { fullName })
  await giveCoins(database.ownerDb, adminId, member.id, 50_000)
  return member
}

describe('a notice', () => {
  test('tells a member of each decision, with the note of the administrator', async () => {
    const { id, memberId } = await createMember(database.ownerDb)
    const pack = await createPackage(database, { coins: 10_000, bonusPercentage: '10' })
    await decide(database, adminId, id, await submitPackage(database, id, pack))
    await decide(database, adminId, id, await submitPackage(database, id, pack), 'rejected')
    await decide(database, adminId, id, await submit(database, id, 'withdrawal', 1000), 'rejected')
    await decide(database, adminId, id, await submit(database, id, 'withdrawal', 2000))
    const other = await createMember(database.ownerDb)
    const transfer = await submit(database, id, 'transfer', 3000, { recipientMemberId: other.memberId })
    await decide(database, adminId, id, transfer)
    const own = (await readNotices(id)).toReversed()
    expect(own.map(({ kind, request, coins, note }) => [kind, request?.kind, coins, note])).toEqual([
      ['request_approved', 'buy', '10000', null],
      ['request_rejected', 'buy', '10000', 'Not received'],
      ['request_rejected', 'withdrawal', '1000', 'Not received'],
      ['request_approved', 'withdrawal', '2000', null],
      ['request_approved', 'transfer', '3000', null],
    ])
    expect(own.at(-1)).toMatchObject({ request: { id: transfer }, other: null, is_part: false, usdt_amount: null })
    // The person who is paid learns the sender, and nothing else of the request.
    expect(await readNotices(other.id)).toMatchObject([
      { kind: 'coins_received', coins: '3000', request: null, note: null, other: { member_id: memberId } },
    ])
  })

  test('tells a referrer of the reward, and of no second one', async () => {
    const referrer = await createMember(database.ownerDb)
    const friend = await createMember(database.ownerDb, { referredById: referrer.id, fullName: 'Kofi Mensah' })
    const pack = await createPackage(database, { coins: 10_000 })
    await decide(database, adminId, friend.id, await submitPackage(database, friend.id, pack))
    await decide(database, adminId, friend.id, await submitPackage(database, friend.id, pack))
    expect(await readNotices(referrer.id)).toMatchObject([
      { kind: 'reward_received', coins: '2000', request: null, other: { full_name: 'Kofi Mensah' } },
    ])
    expect(await kindsOf(friend.id)).toEqual(['request_approved', 'request_approved'])
  })

  test('tells of a correction with its reason, and of a buy that time has ended', async () => {
    const { id } = await createMember(database.ownerDb)
    for (const coins of ['7', '-2.5']) {
      const correction = { token: null, actorId: adminId, userId: id, coins, reason: 'Mistyped', reversesId: null }
      await ledger.adjust(database.ownerDb, { ...correction, key: randomUUID() })
    }
    const pack = await createPackage(database)
    await makeOlder(database, await submitPackage(database, id, pack), 8)
    await ledger.expireBuy(database.ownerDb)
    expect(await readNotices(id)).toMatchObject([
      { kind: 'request_expired', request: { kind: 'buy' } },
      { kind: 'balance_corrected', coins: '-2.5', note: 'Mistyped', request: null },
      { kind: 'balance_corrected', coins: '7', note: 'Mistyped', request: null },
    ])
  })

  test('tells of each step of a payout, also of a second try', async () => {
    const payout = await createPayout(database, adminId)
    const [wrong, right, next] = [makeStrangeHash(), makeStrangeHash(), makeStrangeHash()]
    await noteSent(database.ownerDb, payout, { actorId: adminId, hash: wrong })
    await noteSent(database.ownerDb, payout, { actorId: adminId, hash: wrong })
    await noteSent(database.ownerDb, payout, { actorId: adminId, hash: right, replaces: wrong })
    await noteFailed(database.ownerDb, payout, { actorId: adminId, hash: right })
    await noteSent(database.ownerDb, payout, { actorId: adminId, hash: next })
    expect(await kindsOf(payout.userId)).toEqual([
      'balance_corrected',
      'request_approved',
      'payout_sent',
      'payout_corrected',
      'payout_failed',
      'payout_sent',
    ])
    expect((await readNotices(payout.userId))[0]).toMatchObject({ usdt_amount: '20', note: null })
  })

  test('is not written for what a member takes back, nor for a first approval of two', async () => {
    const { id } = await createMember(database.ownerDb)
    await giveCoins(database.ownerDb, adminId, id, 5_000)
    const requestId = await submit(database, id, 'withdrawal', 1000)
    await ledger.cancel(database.ownerDb, { token: null, userId: id, key: randomUUID(), requestId })
    const great = await submitPackage(database, id, await createPackage(database, { coins: 1_500_000 }))
    await decide(database, adminId, id, great)
    expect(await kindsOf(id)).toEqual(['balance_corrected'])
    await decide(database, adminIds[1] ?? '', id, great)
    expect(await kindsOf(id)).toEqual(['balance_corrected', 'request_approved'])
  })
})

describe('none is lost and none is doubled', () => {
  test('when a decision is repeated under its key, and when others decide the same request', async () => {
    const { id } = await createRich()
    const before = (await readNotices(id)).length
    for (let round = 0; round < 5; round += 1) {
      const requestId = await submit(database, id, 'withdrawal', 1000)
      const key = randomUUID()
      const decisions = adminIds.flatMap((actorId) =>
        [key, key].map(async () =>
          ledger.decide(database.ownerDb, {
            token: null,
            actorId,
            userId: id,
            requestId,
            key,
            status: 'rejected',
            notes: 'No',
          }),
        ),
      )
      await Promise.allSettled(decisions)
    }
    const after = await readNotices(id)
    expect(after.length - before).toBe(5)
    expect(new Set(after.map(({ request }) => request?.id)).size).toBe(after.length - before + 1)
  })

  test('when members send coins to each other and are paid, all at once, and no call deadlocks', async () => {
    const people = [await createRich(), await createRich(), await createRich()]
    const { rows } = await database.owner.query<{ n: string }>(
      'SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()',
    )
    const requests = await Promise.all(
      people.flatMap(({ id }, at) =>
        people
          .filter((_, other) => other !== at)
          .flatMap(({ memberId }) => [memberId, memberId, memberId])
          .map(async (recipientMemberId) => ({
            userId: id,
            requestId: await submit(database, id, 'transfer', 1000, { recipientMemberId }),
          })),
      ),
    )
    await Promise.all(
      requests.map(async ({ userId, requestId }, at) =>
        decide(
          database,
          adminIds[at % adminIds.length] ?? '',
          userId,
          requestId,
          at % 3 === 2 ? 'rejected' : 'approved',
        ),
      ),
    )
    for (const { id } of people) {
      const kinds = await kindsOf(id)
      expect(kinds.filter((kind) => kind === 'request_approved')).toHaveLength(4)
      expect(kinds.filter((kind) => kind === 'request_rejected')).toHaveLength(2)
      expect(kinds.filter((kind) => kind === 'coins_received')).toHaveLength(4)
    }
    const after = await database.owner.query<{ n: string }>(
      'SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()',
    )
    expect(after.rows).toEqual(rows)
  })

  test('when the transaction of a decision is undone, its notice is, too', async () => {
    const { id } = await createRich()
    const requestId = await submit(database, id, 'withdrawal', 1000)
    const client = await database.owner.connect()
    try {
      await client.query('BEGIN')
      await client.query(`SELECT ledger.decide($1, gen_random_uuid(), $2, $3, 'approved', NULL)`, [
        adminId,
        id,
        requestId,
      ])
      const { rows } = await client.query('SELECT kind FROM notices WHERE source_id = $1', [requestId])
      expect(rows).toEqual([{ kind: 'request_approved' }])
      await client.query('ROLLBACK')
    } finally {
      client.release()
    }
    expect(await kindsOf(id)).toEqual(['balance_corrected'])
  })
})

describe('the verifier', () => {
  const readBroken = async (change: string) => {
    const client = await database.owner.connect()
    try {
      await client.query(`BEGIN; ALTER TABLE notices DISABLE TRIGGER USER; ${change}`)
      const { rows } = await client.query<{ rule: string }>('SELECT DISTINCT rule FROM ledger.violations ORDER BY 1')
      return rows.map(({ rule }) => rule)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  test('demands none for what was decided before notices began', async () => {
    const { id } = await createRich()
    const change = ['notice_mails', 'notices', 'notice_boxes']
      .map((table) => `DELETE FROM ${table} WHERE user_id = '${id}';`)
      .join(' ')
    expect(await readBroken(change)).toEqual(['notices differ from the events'])
    expect(await readBroken(`${change} UPDATE notice_start SET since = now() + interval '1 hour'`)).toEqual([])
  })
})
