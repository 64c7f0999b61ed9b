import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { add, subtract } from '../../../contract/money.ts'
import { treasury as shape, type Treasury } from '../../../contract/treasury.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  expectNoViolations,
  submit,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { addPayoutLog } from '../../../tests/helpers/payout-logs.ts'
import { createPayout, noteSent, type PayoutFixture } from '../../../tests/helpers/payouts.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { addTransfer, depositAddress, makeHash, makeSender } from '../../../tests/helpers/transfers.ts'
import { readTreasury } from './treasury.ts'

let database: TestDatabase
let adminIds: string[]
/** It costs 100 USDT. */
let pack: PackageFixture

beforeAll(async () => {
  database = await createTestDatabase()
  adminIds = [(await createAdmin(database.ownerDb)).id, (await createAdmin(database.ownerDb, 'Ada', 'approver')).id]
  pack = await createPackage(database, { coins: 10_000 })
})
afterEach(() => expectNoViolations(database))
afterAll(() => database.drop())

const read = async () => shape.parse(await readTreasury({ db: database.appDb, isWatched: true }))
const adminId = () => adminIds[0] ?? ''

/** Approves a first package of a new member, paid by transfers of these base units. */
async function buy(units: bigint[], actorId = adminId()): Promise<void> {
  const { id: userId } = await createMember(database.ownerDb)
  const requestId = await submitPackage(database, userId, pack)
  const transfers = []
  for (const one of units) transfers.push(await addTransfer(database, { units: one }))
  const isPart = units.length > 0 && units.reduce((sum, one) => sum + one, 0n) < 100_000_000n
  const call = { token: null, actorId, key: randomUUID(), userId, requestId, transfers, isPart }
  await ledger.decide(database.ownerDb, { ...call, status: 'approved' })
}

async function sendBack(units: bigint): Promise<void> {
  const { hash, log_index: index } = await addTransfer(database, { units })
  await database.owner.query(
    `insert into ledger.allocations (transaction_hash, log_index, refund_hash, reason, noted_by) values ($1, $2, $3, 'Not ours', $4)`,
    [hash, index, makeHash(), adminId()],
  )
}

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const due = async (coins: number) => createPayout(database, adminId(), { coins, address })

/** Records a payout, and confirms it by a final transaction of this sender. */
async function pay(payout: PayoutFixture, from: string, block = 1): Promise<void> {
  const hash = makeHash()
  await noteSent(database.ownerDb, payout, { actorId: adminId(), hash })
  await addPayoutLog(database, payout, { hash, from, block })
}

/** Leads from the requests to what should be on the addresses, by the differences that have a name. */
function follow(found: Treasury): string {
  const { buys, withdrawals, unpaid_buys: unpaid, underpaid_usdt: under, overpaid_usdt: over, free_usdt: free } = found
  const left = [withdrawals.usdt, unpaid.usdt, under].reduce(subtract, buys.usdt)
  return [over, free, found.to_pay.usdt, found.sent.usdt, found.untracked.usdt, found.paid_elsewhere_usdt].reduce(
    add,
    left,
  )
}

test('a treasury without a history has no figures, and claims no balance', async () => {
  const nothing = { count: 0, usdt: '0' }
  expect(await read()).toMatchObject({
    received: nothing,
    buys: nothing,
    withdrawals: nothing,
    to_pay: nothing,
    expected_usdt: '0',
    balance: null,
    addresses: [],
  })
})

test('every difference between the chain and the requests has its name', async () => {
  await buy([])
  await buy([100_000_000n])
  await buy([60_000_000n, 45_500_000n])
  await buy([33_333_333n])
  await sendBack(7_000_000n)
  await addTransfer(database, { units: 12_345_678n })
  await addTransfer(database, { units: 50_000_000n, from: depositAddress })
  const [here, elsewhere, sent, wrong] = [await due(2_000), await due(3_000), await due(4_000), await due(5_000)]
  await due(6_000)
  await pay(here, depositAddress)
  await pay(elsewhere, makeSender())
  await noteSent(database.ownerDb, sent, { actorId: adminId(), hash: makeHash() })
  await pay({ ...wrong, usdt: '1' }, depositAddress)
  await submit(database, (await createMember(database.ownerDb)).id, 'buy', 1000).catch(() => {})

  const found = await read()
  expect(found).toMatchObject({
    has_provider: true,
    received: { count: 7, usdt: '308.179011' },
    allocated_usdt: '238.833333',
    refunded: { count: 1, usdt: '7' },
    moved_usdt: '50',
    free_usdt: '12.345678',
    buys: { count: 4, usdt: '400' },
    unpaid_buys: { count: 1, usdt: '100' },
    overpaid_usdt: '5.5',
    underpaid_usdt: '66.666667',
    withdrawals: { count: 5, usdt: '200' },
    confirmed: { count: 2, usdt: '50' },
    sent: { count: 2, usdt: '90' },
    flagged: { count: 1, usdt: '50' },
    to_pay: { count: 1, usdt: '60' },
    untracked: { count: 0, usdt: '0' },
    paid_elsewhere_usdt: '30',
    // 308.179011 received, less 50 moved, 7 sent back and 20 paid from here.
    expected_usdt: '231.179011',
    balance: null,
    addresses: [{ address: depositAddress, received: { count: 7, usdt: '308.179011' }, balance: null }],
  })
  expect(follow(found)).toBe(found.expected_usdt)
})

test('approvals of two administrators at the same moment add up', async () => {
  const before = await read()
  await Promise.all(Array.from({ length: 12 }, async (_, place) => buy([100_000_000n], adminIds[place % 2])))
  const after = await read()
  expect(after.buys.count - before.buys.count).toBe(12)
  expect(subtract(after.allocated_usdt, before.allocated_usdt)).toBe('1200')
  expect(follow(after)).toBe(after.expected_usdt)
})

test('payouts that are confirmed at the same moment add up', async () => {
  const before = await read()
  const payouts = [await due(1_000), await due(1_000), await due(1_000), await due(1_000)]
  await Promise.all(payouts.map(async (payout, place) => pay(payout, place % 2 ? makeSender() : depositAddress)))
  const after = await read()
  expect(subtract(after.confirmed.usdt, before.confirmed.usdt)).toBe('40')
  expect(subtract(after.paid_elsewhere_usdt, before.paid_elsewhere_usdt)).toBe('20')
  expect(subtract(before.expected_usdt, after.expected_usdt)).toBe('20')
})

test('sums that are made anew from the rows are the same', async () => {
  const before = await read()
  await database.owner.query('select ledger.rebuild_treasury()')
  expect(await read()).toEqual(before)
})

test('the application writes no sum of the treasury [A295]', async () => {
  for (const table of ['chain_totals', 'ledger.treasury_totals', 'ledger.payout_sources']) {
    await expect(database.app.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
    await expect(database.app.query(`insert into ${table} default values`)).rejects.toMatchObject({ code: '42501' })
  }
  await expect(database.app.query('select ledger.rebuild_treasury()')).rejects.toMatchObject({ code: '42501' })
})
