import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  expectRefused,
  readBalance,
  submit,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'

let database: TestDatabase
let adminId: string
let secondId: string
let pack: PackageFixture
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  secondId = (await createAdmin(database.ownerDb)).id
  pack = await createPackage(database, { coins: 5000, bonusPercentage: '10' })
})
afterEach(() => expectNoViolations(database))
afterAll(() => database.drop())

const reason = 'The payment was never received.'
const reverse = (userId: string, requestId: string, more: Partial<ledger.Reversal> = {}) =>
  ledger.reverse(database.ownerDb, {
    token: null,
    actorId: adminId,
    key: randomUUID(),
    userId,
    requestId,
    reason,
    ...more,
  })

test('only an approved request is reversed, once, by another administrator, with a reason', async () => {
  const referrer = await createMember(database.ownerDb)
  const member = await createMember(database.ownerDb, { referredById: referrer.id })
  const pending = await submitPackage(database, member.id, pack)
  await expectRefused(database, 'request_not_approved', () => reverse(member.id, pending))
  await decide(database, adminId, member.id, pending)
  await expectRefused(database, 'not_found', () => reverse(referrer.id, pending))
  await expectRefused(database, 'invalid_request', () => reverse(member.id, pending, { reason: ' too short ' }))
  await expectRefused(database, 'invalid_request', () => reverse(member.id, pending, { reason: 'x'.repeat(501) }))
  const locking = await submit(database, member.id, 'transfer', 5000, { recipientMemberId: referrer.memberId })
  await expectRefused(database, 'reversal_differs', () => reverse(member.id, pending, { debtMax: '4999' }))
  await decide(database, adminId, member.id, locking, 'rejected')
  const support = await createAdmin(database.ownerDb, 'Sam Support', 'support')
  await expectRefused(database, 'duty_missing', () => reverse(member.id, pending, { actorId: support.id }))
  const key = randomUUID()
  expect(await reverse(member.id, pending, { key })).toEqual({ isReversed: true, replayed: false })
  expect(await reverse(member.id, pending, { key })).toEqual({ isReversed: true, replayed: true })
  await expectRefused(database, 'idempotency_key_reused', () =>
    reverse(member.id, pending, { key, reason: 'Another reason than before' }),
  )
  await expectRefused(database, 'already_reversed', () => reverse(member.id, pending))
})

test('a correction and a reversal do not undo the same entry twice', async () => {
  const member = await createMember(database.ownerDb)
  const one = await submitPackage(database, member.id, pack)
  await decide(database, adminId, member.id, one)
  const uploadId = await createUploadRow(database.ownerDb, member.id)
  const other = await submit(database, member.id, 'buy', 1000, { uploadId })
  await decide(database, adminId, member.id, other)
  const legOf = async (requestId: string, leg: string) =>
    (
      await database.owner.query<{ id: string }>('SELECT id FROM ledger.movements WHERE request_id = $1 AND leg = $2', [
        requestId,
        leg,
      ])
    ).rows[0]?.id
  const undo = async (coins: string, reversesId: string | undefined) =>
    ledger.adjust(database.ownerDb, {
      token: null,
      actorId: adminId,
      key: randomUUID(),
      userId: member.id,
      coins,
      reason: 'Undone by hand',
      reversesId,
    })
  await undo('-1000', await legOf(other, 'buy'))
  await expectRefused(database, 'reversed_already', () => reverse(member.id, other))
  await reverse(member.id, one)
  const [leg, back] = [await legOf(one, 'buy'), await legOf(one, 'reverse_buy')]
  await giveCoins(database.ownerDb, adminId, member.id, 9000)
  await expectRefused(database, 'reversed_already', () => undo('-5000', leg))
  await expectRefused(database, 'invalid_request', () => undo('5000', back))
})

test('a reversal of great worth waits for a second administrator, who makes it at this moment’s rules', async () => {
  const member = await createMember(database.ownerDb)
  const large = await createPackage(database, { coins: 1_100_000 })
  const requestId = await submitPackage(database, member.id, large)
  await decide(database, adminId, member.id, requestId)
  await decide(database, secondId, member.id, requestId)
  const key = randomUUID()
  expect(await reverse(member.id, requestId, { key })).toEqual({ isReversed: false, replayed: false })
  expect(await reverse(member.id, requestId, { key })).toEqual({ isReversed: false, replayed: true })
  await expectRefused(database, 'approval_given_already', () => reverse(member.id, requestId))
  expect(await readBalance(database, member.id)).toEqual(['1100000', '0'])
  expect(await reverse(member.id, requestId, { actorId: secondId })).toEqual({ isReversed: true, replayed: false })
  expect(await readBalance(database, member.id)).toEqual(['0', '0'])
})
