import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustBalance, getAdjustment } from '../../../contract/adjustments.ts'
import { listTransactions } from '../../../contract/transactions.ts'
import { getUser } from '../../../contract/users.ts'
import { call, createAdmin, createTestApp, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { submit } from '../../../tests/helpers/ledger.ts'
import * as people from '../../../tests/helpers/people.ts'

let site: TestApp
let admin: Person
let userId: string
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site, 'Dana Reyes')
  userId = (await people.createMember(site.database.ownerDb)).id
})
afterAll(async () => site.close())

const asAdmin = () => ({ cookie: admin.cookie })

async function adjust(coins: number, reason: string, reversesId?: string) {
  const body = { coins, reason, ...(reversesId !== undefined && { reverses_id: reversesId }) }
  return call(site, adjustBalance, { params: { userId }, body }, { ...asAdmin(), key: randomUUID() })
}

async function readNewest() {
  const { body } = await call(site, listTransactions, { query: { user_id: userId, limit: 1 } }, asAdmin())
  return body.items[0]
}

async function readAdjustment(transactionId: string, of = userId) {
  return call(site, getAdjustment, { params: { userId: of, transactionId } }, asAdmin())
}

test('an adjustment is read with its reason, its administrator, and its reversal', async () => {
  const { body: made } = await adjust(5000, 'Paid by bank')
  const transaction = await readNewest()
  const { body } = await readAdjustment(transaction?.id ?? '')
  expect(body).toEqual({
    movement_id: made.movement_id,
    coins: '5000',
    reason: 'Paid by bank',
    made_by_name: 'Dana Reyes',
    created_at: transaction?.created_at,
    reverses_id: null,
    reversed_at: null,
  })

  const { body: reversal } = await adjust(-5000, 'Was the wrong member', made.movement_id)
  const undoing = await readNewest()
  const { body: second } = await readAdjustment(undoing?.id ?? '')
  expect(second).toMatchObject({ movement_id: reversal.movement_id, coins: '-5000', reverses_id: made.movement_id })
  const { body: first } = await readAdjustment(transaction?.id ?? '')
  expect(first.reversed_at).not.toBeNull()
  const again = await adjust(-5000, 'Once more', made.movement_id)
  expect([again.status, again.body.code]).toEqual([409, 'reversed_already'])
})

test('another transaction, one of another member, and an unknown one are no adjustment', async () => {
  await adjust(3000, 'For a transfer')
  const { id = '' } = (await readNewest()) ?? {}
  const friend = await people.createMember(site.database.ownerDb)
  await people.buyPackage(site.database.ownerDb, admin.userId, friend.id)
  const bought = await call(site, listTransactions, { query: { user_id: friend.id } }, asAdmin())
  for (const [transactionId, of] of [
    [id, friend.id],
    [bought.body.items[0]?.id ?? '', friend.id],
    [randomUUID(), userId],
  ] as const) {
    expect((await readAdjustment(transactionId, of)).status).toBe(404)
  }
})

test('only open requests of the person are counted', async () => {
  const read = async () => (await call(site, getUser, { params: { userId } }, asAdmin())).body
  expect(await read()).toMatchObject({ open_request_count: 0, has_conversation: false })
  const friend = await people.createMember(site.database.ownerDb)
  await submit(site.database, userId, 'transfer', 1000, { recipientMemberId: friend.memberId })
  expect((await read()).open_request_count).toBe(1)
})
