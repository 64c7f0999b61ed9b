import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../contract/requests.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { buyPackage, createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { seed } from '../../platform/db/seed.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { listActivity, readRequest } from './lists.ts'
import { listQueue } from './queue.ts'
import { readCounts } from './request-counts.ts'

let database: TestDatabase
let admin: { id: string; fullName: string }

beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.appDb)
  admin = await createAdmin(database.ownerDb)
})
afterAll(() => database.drop())

async function withdraw(userId: string, coins = 1000): Promise<string> {
  const submission = { token: null, userId, key: randomUUID(), kind: 'withdrawal', coins, usdtRate: '1' } as const
  const { requestId } = await ledger.submit(database.ownerDb, submission)
  return requestId
}

async function topUp(userId: string, coins = 1000): Promise<string> {
  const uploadId = await createUploadRow(database.ownerDb, userId)
  const submission = {
    token: null,
    userId,
    key: randomUUID(),
    kind: 'buy' as const,
    coins,
    uploadId,
    usdtRate: '1',
  }
  return (await ledger.submit(database.ownerDb, submission)).requestId
}

async function decide(userId: string, requestId: string, status: 'approved' | 'rejected') {
  const decision = {
    token: null,
    actorId: admin.id,
    key: randomUUID(),
    userId,
    requestId,
    status,
    notes: 'Looked at',
  }
  await ledger.decide(database.ownerDb, decision)
}

async function createHolder() {
  const member = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, admin.id, member.id, 50_000)
  return member
}

describe('a member’s activity', () => {
  test('has the member’s own requests of every kind, newest first, page by page', async () => {
    const [member, other] = [await createHolder(), await createHolder()]
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(await withdraw(member.id))
      await withdraw(other.id)
    }
    const first = await listActivity(database.appDb, member.id, { limit: 2 })
    const second = await listActivity(database.appDb, member.id, { limit: 2, cursor: first.next_cursor ?? '' })
    // A newer request does not shift the pages that follow.
    await withdraw(member.id)
    const third = await listActivity(database.appDb, member.id, { limit: 2, cursor: second.next_cursor ?? '' })
    expect([...first.items, ...second.items, ...third.items].map(({ id }) => id)).toEqual(ids)
    expect(third.next_cursor).toBeNull()
  })

  test('is filtered by kind and status', async () => {
    const member = await createHolder()
    await buyPackage(database.ownerDb, admin.id, member.id)
    const rejected = await withdraw(member.id)
    await decide(member.id, rejected, 'rejected')
    const pending = await withdraw(member.id)
    const list = async (filter: Partial<Parameters<typeof listActivity>[2]>) =>
      (await listActivity(database.appDb, member.id, { limit: 25, ...filter })).items
    expect((await list({ kind: 'withdrawal' })).map(({ id }) => id)).toEqual([pending, rejected])
    expect((await list({ status: 'pending' })).map(({ id }) => id)).toEqual([pending])
    expect(await list({ kind: 'buy', status: 'approved' })).toHaveLength(1)
    expect(await list({ kind: 'transfer' })).toEqual([])
  })

  test('is filtered page by page, with the remaining kinds and statuses in one order', async () => {
    const member = await createHolder()
    await buyPackage(database.ownerDb, admin.id, member.id)
    const [ids, topUps]: [string[], string[]] = [[], []]
    for (const status of ['approved', 'rejected', 'pending', 'approved', 'pending', 'rejected'] as const) {
      const id = await withdraw(member.id)
      if (status !== 'pending') await decide(member.id, id, status)
      topUps.push(await topUp(member.id))
      ids.unshift(id)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listActivity(database.appDb, member.id, { kind: 'withdrawal', limit: 2, cursor })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(ids)
    const { items: pending } = await listActivity(database.appDb, member.id, { status: 'pending', limit: 3 })
    expect(pending.map(({ kind }) => kind)).toEqual(['buy', 'buy', 'withdrawal'])
    // A later test reads the queue of all members' buys, so these are decided first.
    for (const id of topUps) await decide(member.id, id, 'rejected')
  })

  test('refuses a cursor it did not make', async () => {
    const member = await createHolder()
    const list = listActivity(database.appDb, member.id, { limit: 1, cursor: "' or true" })
    await expect(list).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('shows no request of another member', async () => {
    const [member, other] = [await createHolder(), await createHolder()]
    const id = await withdraw(member.id)
    expect(await readRequest(database.appDb, member.id, id, 'member')).toMatchObject({ id, kind: 'withdrawal' })
    await expect(readRequest(database.appDb, other.id, id, 'member')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an approval queue', () => {
  test('has the pending requests of its kind alone, oldest first [REQ-06, REQ-07]', async () => {
    const member = await createHolder()
    await buyPackage(database.ownerDb, admin.id, member.id)
    const withdrawal = await withdraw(member.id)
    const [first, second, third] = [await topUp(member.id), await topUp(member.id), await topUp(member.id)]
    await decide(member.id, second, 'rejected')

    const oldest = await listQueue(database.appDb, admin.id, 'buy', { order: 'oldest', limit: 25 })
    expect(oldest.items.map(({ id }) => id)).toEqual([first, third])
    const newest = await listQueue(database.appDb, admin.id, 'buy', { order: 'newest', limit: 1 })
    expect(newest.items.map(({ id }) => id)).toEqual([third])
    const next = await listQueue(database.appDb, admin.id, 'buy', {
      order: 'newest',
      limit: 1,
      cursor: newest.next_cursor ?? '',
    })
    expect(next).toMatchObject({ items: [{ id: first }], next_cursor: null })
    const withdrawals = await listQueue(database.appDb, admin.id, 'withdrawal', { order: 'oldest', limit: 100 })
    expect(withdrawals.items.map(({ id }) => id)).toContain(withdrawal)
    expect(withdrawals.items.every(({ kind, status }) => kind === 'withdrawal' && status === 'pending')).toBe(true)
  })
})

test('each kind of request has all of its fields [ENT-21, ENT-22, ENT-23]', async () => {
  const [member, friend] = [await createHolder(), await createMember(database.ownerDb)]
  await buyPackage(database.ownerDb, admin.id, member.id)
  await withdraw(member.id)
  await ledger.submit(database.ownerDb, {
    token: null,
    userId: member.id,
    key: randomUUID(),
    kind: 'transfer',
    coins: 1000,
    recipientMemberId: friend.memberId,
  })
  const { items } = await listActivity(database.appDb, member.id, { limit: 25 })
  expect(items.map(({ kind }) => kind)).toEqual(['transfer', 'withdrawal', 'buy'])
  expect(items.map((item) => request.parse(item))).toEqual(items)
  const shared = ['id', 'amount_coins', 'status', 'admin_notes', 'created_at', 'updated_at']
  const [transfer, withdrawal, buy] = items.map((item) => Object.keys(item))
  expect(buy).toEqual(
    expect.arrayContaining([
      ...shared,
      'user_id',
      'profile',
      'amount_usd',
      'usdt_amount',
      'usdt_rate',
      'payment_proof_url',
      'package_id',
    ]),
  )
  expect(withdrawal).toEqual(
    expect.arrayContaining([
      ...shared,
      'user_id',
      'profile',
      'usdt_amount',
      'usdt_rate',
      'wallet_address',
      'attachment_url',
    ]),
  )
  expect(transfer).toEqual(
    expect.arrayContaining([...shared, 'sender_id', 'sender_profile', 'recipient_profile', 'recipient_member_id']),
  )
})

test('the counts agree with the requests, before and after a roll-up', async () => {
  const member = await createHolder()
  const oldest = await withdraw(member.id)
  await decide(member.id, await withdraw(member.id), 'approved')
  await ledger.cancel(database.ownerDb, {
    token: null,
    userId: member.id,
    key: randomUUID(),
    requestId: await withdraw(member.id),
  })
  const { rows } = await database.owner.query<{ kind: string; status: string; count: number; oldest: string }>(
    'select kind, status, count(*)::int as count, min(created_at) as oldest from ledger.requests group by 1, 2',
  )
  const count = (kind: string, status: string) => rows.find((r) => r.kind === kind && r.status === status)?.count ?? 0
  const expected = Object.fromEntries(
    (['buy', 'withdrawal', 'transfer'] as const).map((kind) => {
      const [pending, approved] = [count(kind, 'pending'), count(kind, 'approved')]
      const [rejected, cancelled, expired] = [count(kind, 'rejected'), count(kind, 'cancelled'), count(kind, 'expired')]
      const total = pending + approved + rejected + cancelled + expired
      const since = rows.find((r) => r.kind === kind && r.status === 'pending')?.oldest ?? null
      const standing = { usual: null, promise_seconds: 72 * 3600, overdue: 0 }
      const counted = { total, pending, waits_for_member: 0, approved, reversed: 0, rejected, cancelled, expired }
      return [kind, { ...counted, oldest_pending_at: since, ...standing }]
    }),
  )
  expect(oldest).not.toBe('')
  expect(await readCounts(database.appDb)).toEqual(expected)
  await ledger.rollUp(database.appDb)
  expect(await readCounts(database.appDb)).toEqual(expected)
})
