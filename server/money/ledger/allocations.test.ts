import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TransferName } from '../../../contract/transfer-name.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  expectNoViolations,
  expectRefused,
  readBalance,
  readStatement,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { addTransfer, makeHash } from '../../../tests/helpers/transfers.ts'

let database: TestDatabase
let adminId: string
let otherAdminId: string
/** Costs 100 USDT, and brings 10,000 coins and a tenth more. */
let pack: PackageFixture
let userId: string
let referrerId: string

beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  otherAdminId = (await createAdmin(database.ownerDb)).id
  pack = await createPackage(database, { bonusPercentage: '10' })
})
beforeEach(async () => {
  referrerId = (await createMember(database.ownerDb)).id
  userId = (await createMember(database.ownerDb, { referredById: referrerId })).id
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

interface Extra {
  actorId?: string
  key?: string
  isPart?: boolean
  status?: 'approved' | 'rejected'
}

async function approve(requestId: string, transfers: TransferName[], extra: Extra = {}) {
  const call = { token: null, actorId: adminId, key: randomUUID(), userId, requestId, status: 'approved' } as const
  return ledger.decide(database.ownerDb, { ...call, transfers, ...extra })
}
const pay = async (units: bigint) => addTransfer(database, { units })
const buy = async () => submitPackage(database, userId, pack)
const readRequest = async (id: string) =>
  database.ownerDb.selectFrom('ledger.requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a transfer that pays for a buy', () => {
  test('is allocated to it, and what was received is on record', async () => {
    const id = await buy()
    await approve(id, [await pay(60_000_000n), await pay(40_000_001n)])
    expect(await readRequest(id)).toMatchObject({
      status: 'approved',
      received_units: '100000001',
      credited_coins: null,
    })
    expect(await readBalance(database, userId)).toEqual(['11000', '0'])
    expect(await readBalance(database, referrerId)).toEqual(['2000', '0'])
  })

  test('pays for no other request', async () => {
    const transfer = await pay(100_000_000n)
    await approve(await buy(), [transfer])
    const other = await buy()
    await expectRefused(database, 'transfer_allocated_already', async () => approve(other, [transfer]))
    await approve(other, [])
  })

  test('pays for one of two requests that two administrators approve at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const transfers = [await pay(50_000_000n), await pay(50_000_000n)]
      const [one, two] = [await buy(), await buy()]
      const outcomes = await Promise.allSettled([
        approve(one, transfers),
        approve(two, transfers.toReversed(), { actorId: otherAdminId }),
      ])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const refused = outcomes.find(({ status }) => status === 'rejected')
      expect(refused).toMatchObject({ reason: { code: 'transfer_allocated_already' } })
    }
  })

  test('is final, ours, and went to the deposit address of its time', async () => {
    const id = await buy()
    const elsewhere = await addTransfer(database, { units: 100_000_000n, to: 'T-of-somebody' })
    await database.owner.query(`UPDATE settings SET token_contract = 'the token'`)
    const otherToken = await addTransfer(database, { units: 100_000_000n, contract: 'another token' })
    await database.owner.query(`
      INSERT INTO deposit_addresses (network, address, set_at, replaced_at)
      VALUES ('TRC20', 'T-of-yesterday', now() - interval '2 days', now() - interval '1 day')`)
    const [late, timely] = [
      await addTransfer(database, { units: 100_000_000n, to: 'T-of-yesterday' }),
      await addTransfer(database, { units: 100_000_000n, to: 'T-of-yesterday', minutes: -36 * 60 }),
    ]
    for (const transfer of [{ hash: makeHash(), log_index: 0 }, elsewhere, otherToken, late]) {
      await expectRefused(database, 'transfer_not_payable', async () => approve(id, [transfer]))
    }
    await approve(id, [timely])
    await database.owner.query('UPDATE settings SET token_contract = NULL')
  })

  test('belongs to an approval of a buy', async () => {
    const id = await buy()
    const transfer = await pay(100_000_000n)
    await expectRefused(database, 'invalid_request', async () => approve(id, [transfer], { status: 'rejected' }))
    await expectRefused(database, 'invalid_request', async () => approve(id, [], { isPart: true }))
    await expectRefused(database, 'invalid_request', async () => approve(id, [{ hash: 'abc', log_index: 0 }]))
  })

  test('is a part of the call: the same key with other transfers is another call', async () => {
    const id = await buy()
    const [one, other] = [await pay(100_000_000n), await pay(100_000_000n)]
    const key = randomUUID()
    expect(await approve(id, [one], { key })).toEqual({ replayed: false })
    expect(await approve(id, [one, one], { key })).toEqual({ replayed: true })
    await expectRefused(database, 'idempotency_key_reused', async () => approve(id, [other], { key }))
    await expectRefused(database, 'idempotency_key_reused', async () => approve(id, [], { key }))
  })
})

describe('a payment in part', () => {
  test('is refused until the administrator chooses to credit it in part', async () => {
    const id = await buy()
    const transfer = await pay(99_999_999n)
    await expectRefused(database, 'payment_too_small', async () => approve(id, [transfer]))
    await approve(id, [transfer], { isPart: true })
    expect(await readRequest(id)).toMatchObject({
      amount_coins: '10000',
      amount_usd: '100',
      received_units: '99999999',
      credited_coins: '9999.9999',
      credited_usd: '99.99',
    })
  })

  test('brings its coins, rounded down, and neither package, bonus nor reward', async () => {
    const id = await buy()
    await approve(id, [await pay(33_333_333n)], { isPart: true })
    expect(await readStatement(database, userId)).toEqual([
      { type: 'BUY', available: '3333.3333', locked: '0', total: '3333.3333' },
    ])
    expect(await readBalance(database, referrerId)).toEqual(['0', '0'])
    const profile = database.ownerDb.selectFrom('profiles').select(['package_id', 'first_purchase_done'])
    expect(await profile.where('id', '=', userId).executeTakeFirstOrThrow()).toEqual({
      package_id: null,
      first_purchase_done: false,
    })
    const { rows } = await database.owner.query('SELECT investment_usd FROM user_dashboard_stats WHERE user_id = $1', [
      userId,
    ])
    expect(rows).toEqual([{ investment_usd: '33.33' }])
    // The next package is the first purchase.
    await approve(await buy(), [])
    expect(await readBalance(database, referrerId)).toEqual(['2000', '0'])
  })

  test('is refused for a payment that is complete, and for one that brings nothing', async () => {
    const id = await buy()
    const [whole, dust] = [await pay(100_000_000n), await pay(1n)]
    await expectRefused(database, 'payment_complete', async () => approve(id, [whole], { isPart: true }))
    await approve(id, [dust], { isPart: true })
    expect(await readRequest(id)).toMatchObject({ credited_coins: '0.0001', credited_usd: '0' })
  })
})

test('a second administrator approves with the transfers of the first one', async () => {
  await database.owner.query(`UPDATE ledger.policies SET over_usd = 50 WHERE scope = 'single'`)
  const id = await buy()
  const [one, two] = [await pay(40_000_000n), await pay(60_000_000n)]
  await approve(id, [one], { isPart: true })
  const second = { actorId: otherAdminId }
  await expectRefused(database, 'approval_differs', async () => approve(id, [], second))
  await expectRefused(database, 'approval_differs', async () => approve(id, [one, two], second))
  await approve(id, [one], { ...second, isPart: true })
  expect(await readRequest(id)).toMatchObject({ status: 'approved', credited_coins: '4000' })
  // A first approval with a transfer that has another use has no hope.
  const other = await buy()
  await expectRefused(database, 'transfer_allocated_already', async () => approve(other, [one, two]))
  await database.owner.query(`UPDATE ledger.policies SET over_usd = 10000 WHERE scope = 'single'`)
})
