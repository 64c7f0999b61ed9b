import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRequests as operation } from '../../../contract/exports.ts'
import { createMember, createTestApp, publicUrl, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { allowFallbackRate, decide, submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import * as people from '../../../tests/helpers/people.ts'
import { cancel } from '../ledger/ledger.ts'
import { reverse } from '../../../tests/helpers/ledger-calls.ts'
import { listAllRequests } from './admin-request-list.ts'
import { readAllRequestTotals } from './all-request-totals.ts'
import { requestColumns } from './export.ts'
import { readCounts } from './request-counts.ts'

let site: TestApp
let member: Person
let adminId: string
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: 'on' })
  member = await createMember(site)
  adminId = (await people.createAdmin(site.database.ownerDb, 'Dana Reyes')).id
})
afterAll(async () => site.close())

/**
 * Reads the records of the file, with the cells of each under the heads of their columns. The cells here hold no
 * commas.
 */
async function read(query: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const headers = { cookie: member.cookie, origin: publicUrl }
  const { statusCode, body } = await site.app.inject({ url: operation.path, query, headers })
  expect(statusCode).toBe(200)
  const [head = '', ...lines] = body.slice(1).trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at): [string, string] => [names[at] ?? '', cell])),
  )
}

test('the exported table has the member’s own requests with all fields, newest first, as filtered', async () => {
  const { database } = site
  const friend = await people.createMember(database.ownerDb, { fullName: 'Lin Wei' })
  const bought = await submitPackage(database, member.userId, { id: site.packageId, coins: 10_000 })
  await decide(database, adminId, member.userId, bought)
  const sent = await submit(database, member.userId, 'transfer', 2000, { recipientMemberId: friend.memberId })
  const [transfer, buy, ...others] = await read()
  expect(others).toEqual([])
  expect(buy).toMatchObject({
    Type: 'Buy',
    Status: 'Approved',
    'Amount (ET)': '10000',
    'Bonus (ET)': '500',
    'Amount (USD)': '100',
    'Rate (USD per ET)': '0.01',
    'Amount (USDT)': '100',
    'Rate (USD per USDT)': '1',
    Package: 'Shield',
    'Decided by': 'Dana Reyes',
    Recipient: '',
    Request: bought,
  })
  expect(buy?.['Number']).toMatch(/^B-[0-9A-Z]{4}-[0-9A-Z]{2}$/)
  expect(Date.parse(buy?.['Date (UTC)'] ?? '')).toBeLessThan(Date.parse(buy?.['Decided (UTC)'] ?? ''))
  expect(transfer).toMatchObject({
    Type: 'Transfer',
    Status: 'Pending',
    Recipient: 'Lin Wei',
    'Recipient member ID': friend.memberId,
    'Bonus (ET)': '',
    'Decided (UTC)': '',
    Request: sent,
  })
  expect((await read({ kind: 'buy' })).map(({ Request }) => Request)).toEqual([bought])
  expect((await read({ status: 'pending' })).map(({ Request }) => Request)).toEqual([sent])
  expect(await read({ kind: 'buy', status: 'pending' })).toEqual([])
})

test('a withdrawal has its USDT amount, and an old one without it says that it is unknown', async () => {
  const { database } = site
  await people.giveCoins(database.ownerDb, adminId, member.userId, 2000)
  await database.ownerDb
    .updateTable('profiles')
    .set({ wallet_address: 'T-wallet' })
    .where('id', '=', member.userId)
    .execute()
  const asked = await submit(database, member.userId, 'withdrawal', 2000, { usdtRate: '0.97' })
  const [withdrawal] = await read({ kind: 'withdrawal' })
  const usdt = { 'Amount (USDT)': '20.6186', 'Rate (USD per USDT)': '0.97', 'Fallback rate': '' }
  expect(withdrawal).toMatchObject({ Request: asked, 'Amount (USD)': '20', ...usdt })
  await database.owner.query(`
    alter table ledger.requests disable trigger guard_change;
    update ledger.requests set usdt_rate = null, usdt_amount = null where kind = 'withdrawal';
    alter table ledger.requests enable trigger guard_change`)
  const [old] = await read({ kind: 'withdrawal' })
  expect(old).toMatchObject({ Request: asked, 'Amount (USDT)': 'Unknown', 'Rate (USD per USDT)': 'Unknown' })
  await cancel(database.ownerDb, { token: null, userId: member.userId, key: randomUUID(), requestId: asked })
})

test('a fallback rate is marked', async () => {
  const { database } = site
  await allowFallbackRate(database)
  const asked = await submit(database, member.userId, 'buy', 1000, { usdtRateIsFallback: true })
  await allowFallbackRate(database, false)
  const [fallback, ...others] = await read({ kind: 'buy' })
  expect(fallback).toMatchObject({ Request: asked, 'Rate (USD per USDT)': '1', 'Fallback rate': 'Yes' })
  expect(others.map((buy) => buy['Fallback rate'])).toEqual([''])
  await cancel(database.ownerDb, { token: null, userId: member.userId, key: randomUUID(), requestId: asked })
})

test('a table of more than one page has each request once', async () => {
  const { owner } = site.database
  const { rows } = await owner.query<{ id: string }>(
    `insert into ledger.requests (user_id, kind, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, bonus_coins)
     select $1, 'buy', 1000 * n, 0.01, 10 * n, 1, 10 * n, 0 from generate_series(1, 1200) n returning id`,
    [member.userId],
  )
  const all = await read({ status: 'pending', kind: 'buy' })
  expect(all.map(({ Request }) => Request)).toEqual(
    rows
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
})

test('a reversed request stays approved in the list, the counts and the table, and is marked in each', async () => {
  const { database } = site
  const buyer = await people.createMember(database.ownerDb)
  const bought = await submitPackage(database, buyer.id, { id: site.packageId, coins: 10_000 })
  await decide(database, adminId, buyer.id, bought)
  const before = (await readCounts(database.appDb)).buy
  const reason = 'The payment was never received.'
  const call = { token: null, actorId: adminId, userId: buyer.id, requestId: bought, key: randomUUID(), reason }
  await reverse(database.ownerDb, call)
  const after = (await readCounts(database.appDb)).buy
  expect(after).toMatchObject({ approved: before.approved, reversed: before.reversed + 1 })
  const filter = { status: 'approved', user_id: buyer.id, order: 'newest' } as const
  const { items } = await listAllRequests(database.appDb, { ...filter, limit: 25 })
  expect(items).toMatchObject([{ id: bought, status: 'approved', reversal: { reason } }])
  expect(await readAllRequestTotals(database.appDb, { status: 'approved', user_id: buyer.id })).toMatchObject({
    count: 1,
  })
  const [row] = items
  const cells = requestColumns.map(({ header, read: cellOf }) => [header, row ? cellOf(row) : null])
  expect(Object.fromEntries(cells)).toMatchObject({
    Status: 'Approved',
    'Reversed (UTC)': expect.any(String) as string,
    'Reason of the reversal': reason,
  })
})

test('exports of a whole table are limited', async () => {
  const headers = { cookie: (await createMember(site)).cookie, origin: publicUrl }
  const ask = async () => (await site.app.inject({ url: operation.path, headers })).statusCode
  const answers: number[] = []
  while (answers.length < 11) answers.push(await ask())
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})
