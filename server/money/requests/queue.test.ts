import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RequestKind } from '../../../contract/requests.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { explain } from '../../../tests/helpers/explain.ts'
import { createAdmin, createMember, giveCoins, type MemberFixture } from '../../../tests/helpers/people.ts'
import * as ledger from '../ledger/ledger.ts'
import { listQueue } from './queue.ts'

let database: TestDatabase
let ada: MemberFixture
let zoe: MemberFixture
let readerId: string
const ids: string[] = []

// Ada sends coins to Zoë three times, and Zoë once to Ada. Each has a withdrawal, too.
beforeAll(async () => {
  database = await createTestDatabase()
  const admin = await createAdmin(database.ownerDb)
  readerId = admin.id
  ada = await createMember(database.ownerDb, { fullName: 'Ada Lovelace', walletAddress: 'TA1' })
  zoe = await createMember(database.ownerDb, { fullName: 'Zoë Ünal', walletAddress: 'TZ9' })
  for (const { id } of [ada, zoe]) await giveCoins(database.ownerDb, admin.id, id, 50_000)
  for (const [from, to] of [[ada, zoe] as const, [ada, zoe] as const, [zoe, ada] as const]) {
    ids.push(await submit({ userId: from.id, kind: 'transfer', coins: 1000, recipientMemberId: to.memberId }))
  }
  for (const { id } of [ada, zoe]) await submit({ userId: id, kind: 'withdrawal', coins: 1000, usdtRate: '1' })
})
afterAll(() => database.drop())

async function submit(submission: Omit<ledger.Submission, 'key' | 'token'>): Promise<string> {
  return (await ledger.submit(database.ownerDb, { ...submission, key: randomUUID(), token: null })).requestId
}

async function search(text: string, kind: RequestKind = 'transfer', order: 'oldest' | 'newest' = 'oldest') {
  const { items } = await listQueue(database.appDb, readerId, kind, { search: text, order, limit: 25 })
  return items.map(({ id }) => id)
}

test('a queue is searched by name, email, member id and number of the sender and the recipient', async () => {
  expect(await search('LOVEL')).toEqual(ids)
  expect(await search('ünal', 'transfer', 'newest')).toEqual(ids.toReversed())
  expect(await search(ada.email.toUpperCase())).toEqual(ids)
  expect(await search(zoe.memberId.slice(-8))).toEqual(ids)
  expect(await search(ids[1]?.toUpperCase() ?? '')).toEqual([ids[1]])
  const { items } = await listQueue(database.appDb, readerId, 'transfer', { order: 'oldest', limit: 25 })
  const number = items[1]?.number ?? ''
  for (const spelled of [number, number.toLowerCase().replaceAll('-', '')]) {
    expect(await search(spelled)).toEqual([ids[1]])
    expect(await search(spelled, 'withdrawal')).toEqual([])
  }
  expect(await search('nobody at all')).toEqual([])
  expect(await search('%')).toEqual([])
})

test('a search finds the requests of its queue alone, and continues on the next page', async () => {
  const withdrawals = await listQueue(database.appDb, readerId, 'withdrawal', {
    search: 'lovelace',
    order: 'oldest',
    limit: 25,
  })
  expect(withdrawals.items).toMatchObject([{ kind: 'withdrawal', user_id: ada.id }])
  const first = await listQueue(database.appDb, readerId, 'transfer', { search: 'lovelace', order: 'oldest', limit: 2 })
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const cursor = first.next_cursor ?? ''
  const second = await listQueue(database.appDb, readerId, 'transfer', {
    search: 'lovelace',
    order: 'oldest',
    limit: 2,
    cursor,
  })
  expect(second).toMatchObject({ items: [{ id: ids[2] }], next_cursor: null })
})

test('a search reads the members with pending requests alone', async () => {
  await database.owner.query(
    `insert into profiles (full_name, email, member_id, referral_code, status)
     select 'Eve ' || i, 'eve' || i || '@example.org', 'M' || i, 'R' || i, 'Active' from generate_series(1, 3000) i`,
  )
  await database.owner.query('vacuum analyze')
  const plan = await explain(database, async (db) =>
    listQueue(db, readerId, 'transfer', { search: 'lovelace', order: 'oldest', limit: 25 }),
  )
  expect(plan).toMatch(/Index .*Scan .*using profiles_pkey/)
  expect(plan).not.toContain('Seq Scan on profiles')
})
