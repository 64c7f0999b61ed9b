import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectRefused,
  expectNoViolations,
  readBalance,
  readStatement,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'

let database: TestDatabase
let adminId: string
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  userId = (await createMember(database.ownerDb)).id
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

const adjust = (coins: string, extra: Partial<ledger.Adjustment> = {}) =>
  ledger.adjust(database.ownerDb, {
    token: null,
    actorId: adminId,
    key: randomUUID(),
    userId,
    coins,
    reason: 'A reason',
    ...extra,
  })

test('an adjustment adds coins from issuance or removes them to redemption, with its reason', async () => {
  const { movementId } = await adjust('1000.5', { reason: 'Lost slip' })
  const out = await adjust('-0.0001')
  expect(await readStatement(database, userId)).toEqual([
    { type: 'ADJUSTMENT_IN', available: '1000.5', locked: '0', total: '1000.5' },
    { type: 'ADJUSTMENT_OUT', available: '-0.0001', locked: '0', total: '1000.4999' },
  ])
  const { rows } = await database.owner.query(
    `SELECT p.movement_id, p.account, trim_scale(p.amount)::text AS amount, m.reason
       FROM ledger.postings p JOIN ledger.movements m ON m.user_id = p.user_id AND m.id = p.movement_id
      WHERE p.owner_id IS NULL ORDER BY m.id`,
  )
  expect(rows).toEqual([
    { movement_id: movementId, account: 'issuance', amount: '-1000.5', reason: 'Lost slip' },
    { movement_id: out.movementId, account: 'redemption', amount: '0.0001', reason: 'A reason' },
  ])
})

test('a movement is reversed once, by the same number of coins', async () => {
  const { movementId: reversesId } = await adjust('700')
  await expectRefused(database, 'invalid_request', () => adjust('-699', { reversesId }))
  await expectRefused(database, 'invalid_request', () => adjust('700', { reversesId }))
  const before = await readBalance(database, userId)
  const { movementId } = await adjust('-700', { reversesId })
  await expectRefused(database, 'reversed_already', () => adjust('-700', { reversesId }))
  await adjust('700', { reversesId: movementId })
  expect(await readBalance(database, userId)).toEqual(before)
})

test('an approved buy can be reversed, a lock cannot', async () => {
  const buyer = await createMember(database.ownerDb)
  await decide(database, adminId, buyer.id, await submitPackage(database, buyer.id, await createPackage(database)))
  await submit(database, buyer.id, 'withdrawal', 1000)
  const { rows } = await database.owner.query<{ leg: string; id: string }>(
    'SELECT leg, id FROM ledger.movements WHERE user_id = $1 ORDER BY id',
    [buyer.id],
  )
  const [buy, hold] = rows
  expect([buy?.leg, hold?.leg]).toEqual(['buy', 'hold'])
  const reverse = (coins: string, reversesId: string | undefined) => adjust(coins, { userId: buyer.id, reversesId })
  await expectRefused(database, 'invalid_request', () => reverse('-1000', hold?.id))
  await expectRefused(database, 'insufficient_funds', () => reverse('-10000', buy?.id))
  await adjust('1000', { userId: buyer.id })
  await reverse('-10000', buy?.id)
  expect(await readBalance(database, buyer.id)).toEqual(['0', '1000'])
})

test('a reversal concerns a movement of the same member', async () => {
  const other = await createMember(database.ownerDb)
  const { movementId: reversesId } = await adjust('5')
  await adjust('5', { userId: other.id })
  await expectRefused(database, 'not_found', () => adjust('-5', { userId: other.id, reversesId }))
  await expectRefused(database, 'not_found', () => adjust('-5', { reversesId: randomUUID() }))
})

test.each([
  ['nothing', '0'],
  ['five decimals', '0.00001'],
  ['more than a request may name', '1000000000000.0001'],
  ['as much out', '-1000000000000.0001'],
])('refuses %s', async (_, coins) => {
  await expectRefused(database, 'invalid_request', () => adjust(coins))
})

test.each(['', '   ', 'r'.repeat(501)])('refuses the reason "%.5s"', async (reason) => {
  await expectRefused(database, 'invalid_request', () => adjust('1', { reason }))
})

test('no adjustment removes more than the available coins', async () => {
  await expectRefused(database, 'insufficient_funds', () => adjust('-900000'))
})

test('only active administrators adjust, and only members have coins', async () => {
  const suspended = await createAdmin(database.ownerDb)
  await database.ownerDb.updateTable('profiles').set({ status: 'Suspended' }).where('id', '=', suspended.id).execute()
  for (const actorId of [userId, suspended.id, randomUUID()]) {
    await expectRefused(database, 'forbidden', () => adjust('1', { actorId }))
  }
  await expectRefused(database, 'forbidden', () => adjust('1', { userId: adminId }))
  await expectRefused(database, 'not_found', () => adjust('1', { userId: suspended.id }))
})
