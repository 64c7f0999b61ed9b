import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOwnPayment, type OwnPayment } from '../../contract/own-payment.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import * as ledger from '../helpers/ledger-calls.ts'
import { createPackage, submit, type PackageFixture } from '../helpers/ledger.ts'
import { createUploadRow } from '../helpers/people.ts'
import { addTransfer, makeHash, makeSender } from '../helpers/transfers.ts'

let site: TestApp
let member: Person
let stranger: Person
let coins = 10_000
beforeAll(async () => {
  site = await createTestApp({}, { installation })
  member = await createMember(site)
  stranger = await createMember(site)
})
afterAll(async () => site.close())

const installation = {
  isProduction: false,
  isDemo: false,
  hasMailPage: true,
  depositAddress: undefined,
  isChainRead: true,
}

async function buy({ userId }: Person, pack: PackageFixture, transactionHash?: string): Promise<string> {
  const uploadId = await createUploadRow(site.database.ownerDb, userId)
  return submit(site.database, userId, 'buy', pack.coins, { packageId: pack.id, uploadId, transactionHash })
}

/** Each package has a price of its own, so that no transfer of another test has it. */
const aPackage = async () => createPackage(site.database, { coins: (coins += 1_000) })

/** An administrator lets the first transfer of a transaction pay for the request. */
async function approve({ userId }: Person, requestId: string, hash: string): Promise<void> {
  const { userId: actorId } = await createAdmin(site)
  const transfers = [{ hash, log_index: 0 }]
  const decision = {
    token: null,
    actorId,
    key: randomUUID(),
    userId,
    requestId,
    status: 'approved',
    notes: null,
  } as const
  await ledger.decide(site.database.ownerDb, { ...decision, transfers })
}

async function unitsOf(requestId: string): Promise<bigint> {
  const { rows } = await site.database.owner.query<{ units: string }>(
    'SELECT (usdt_amount * 1000000)::bigint AS units FROM ledger.requests WHERE id = $1',
    [requestId],
  )
  return BigInt(rows[0]?.units ?? 0)
}

async function read(requestId: string, as = member): Promise<OwnPayment> {
  const { status, body } = await call(site, getOwnPayment, { params: { requestId } }, { cookie: as.cookie })
  expect(status).toBe(200)
  return body
}

test('the hash of a stranger shows no more than that it is final, and nothing of those whom it pays [A273]', async () => {
  const theirs = await buy(stranger, await aPackage())
  const { hash } = await addTransfer(site.database, { units: await unitsOf(theirs), minutes: 1 })
  const named = { hash, is_final: true, reason: 'named', usdt: null, block_time: null }
  const mine = await buy(member, await aPackage(), hash)
  const before = await read(mine)
  expect(before).toMatchObject({ state: 'final', transactions: [named] })
  // Neither another claim, nor its use for another request, nor a registered sender changes the answer.
  await buy(stranger, await aPackage(), hash)
  expect(await read(mine)).toEqual(before)
  await approve(stranger, theirs, hash)
  expect(await read(mine)).toEqual(before)
})

test('an open buy shows no transfer of another amount, also from a registered address of an exchange [A274]', async () => {
  const [mine, exchange] = [await buy(member, await aPackage()), makeSender()]
  await site.database.owner.query(
    `INSERT INTO sending_addresses (user_id, address, added_at) VALUES ($1, $2, now() - interval '1 day')`,
    [member.userId, exchange],
  )
  await addTransfer(site.database, { units: 77_000_000n, from: exchange, minutes: 1 })
  expect((await read(mine)).transactions).toEqual([])
  const own = await addTransfer(site.database, { units: await unitsOf(mine), from: exchange, minutes: 1 })
  expect((await read(mine)).transactions).toMatchObject([{ hash: own.hash, reason: 'suggests' }])
})

test('the payment of the request of another member, or of no request, is not found [A274]', async () => {
  const theirs = await buy(stranger, await aPackage())
  for (const requestId of [theirs, '019b0000-0000-7000-8000-000000000000']) {
    const answer = await call(site, getOwnPayment, { params: { requestId } }, { cookie: member.cookie })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
  const admin = await createAdmin(site)
  const answer = await call(site, getOwnPayment, { params: { requestId: theirs } }, { cookie: admin.cookie })
  expect(answer.status).toBe(403)
})

test('two open buys of one amount show its transfer to neither of them', async () => {
  const pack = await aPackage()
  const [mine, theirs] = [await buy(member, pack), await buy(stranger, pack)]
  await addTransfer(site.database, { units: await unitsOf(mine), minutes: 1 })
  expect([await read(mine), await read(theirs, stranger)].map(({ transactions }) => transactions)).toEqual([[], []])
})

test('a payment is seen on the network before it is final, then final with its amount, and at last pays', async () => {
  const requestId = await buy(member, await aPackage())
  expect(await read(requestId)).toEqual({ state: 'not_checked', transactions: [] })
  await site.database.owner.query(`
    UPDATE settings SET deposit_address = 'T-deposits';
    INSERT INTO chain_sweeps (address, provider, sweep, asked_at, ended_at) VALUES ('T-deposits', 1, 'recent', now(), now())`)
  expect(await read(requestId)).toEqual({ state: 'nothing_seen', transactions: [] })
  const [hash, units] = [makeHash(), await unitsOf(requestId)]
  await site.database.owner.query(
    `INSERT INTO chain_transactions (hash, hint_units, listed_for, first_seen, due_at) VALUES ($1, $2, now(), now(), now())`,
    [hash, String(units)],
  )
  expect(await read(requestId)).toMatchObject({
    state: 'seen',
    transactions: [{ hash, is_final: false, reason: 'suggests', usdt: null, block_time: null }],
  })
  await site.database.owner.query(
    `UPDATE chain_transactions SET outcome = 'succeeded', judged_at = now() WHERE hash = $1`,
    [hash],
  )
  await addTransfer(site.database, { units, hash, minutes: 1 })
  const final = await read(requestId)
  expect(final).toMatchObject({ state: 'final', transactions: [{ hash, is_final: true, reason: 'suggests' }] })
  expect(BigInt(Math.round(Number(final.transactions[0]?.usdt)))).toBe(units / 1_000_000n)
  await approve(member, requestId, hash)
  expect((await read(requestId)).transactions).toMatchObject([{ hash, reason: 'pays' }])
})
