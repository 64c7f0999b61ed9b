import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { decideChange, listProposedChanges } from '../../contract/proposed-changes.ts'
import { cancelRequest, submitTransferRequest } from '../../contract/requests.ts'
import { previewReversal, reverseRequest } from '../../contract/reversals.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Answer,
  type Person,
  type TestApp,
} from '../helpers/app.ts'
import { passHolds } from '../helpers/holds.ts'
import { createPackage, decide, expectNoViolations, readBalance, submitPackage } from '../helpers/ledger.ts'
import { createPayout, noteSent } from '../helpers/payouts.ts'
import { giveCoins } from '../helpers/people.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { makeHash } from '../helpers/transfers.ts'
import { callProven } from '../helpers/two-factor.ts'

let site: TestApp
let admin: Person
let rival: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  rival = await createAdmin(site, 'Rui Rival')
})
afterEach(() => expectNoViolations(site.database))
afterAll(async () => site.close())

const reason = 'It was approved for another member.'
const reverse = async (as: Person, userId: string, requestId: string, debt?: string) =>
  call(
    site,
    reverseRequest,
    { params: { userId, requestId }, body: { reason, ...(debt !== undefined && { debt_coins: debt }) } },
    { cookie: as.cookie, key: randomUUID() },
  )
const codeOf = ({ status, body }: Answer<typeof reverseRequest>) => [status, body.code]

async function buyer() {
  const member = await createMember(site)
  await passHolds(site.database.ownerDb, member.userId)
  const pack = await createPackage(site.database, { coins: 5000 })
  const requestId = await submitPackage(site.database, member.userId, pack)
  await decide(site.database, admin.userId, member.userId, requestId)
  return { member, requestId }
}

const send = async (from: Person, to: Person, coins: number) => {
  const { rows } = await site.database.owner.query<{ member_id: string }>(
    'SELECT member_id FROM profiles WHERE id = $1',
    [to.userId],
  )
  const body = { recipient_member_id: rows[0]?.member_id ?? '', amount_coins: coins }
  return call(site, submitTransferRequest, { body }, { cookie: from.cookie, key: randomUUID() })
}

test('no administrator reverses a request that moved coins of their own [A321]', async () => {
  const { member, requestId } = await buyer()
  const { rows } = await site.database.owner.query<{ id: string | null }>(
    'UPDATE profiles SET referred_by_id = $1 WHERE id = $2 RETURNING referred_by_id AS id',
    [rival.userId, member.userId],
  )
  expect(rows[0]?.id).toBe(rival.userId)
  const before = await readBalance(site.database, member.userId)
  expect(codeOf(await reverse(rival, member.userId, requestId))).toEqual([403, 'forbidden'])
  const preview = await call(
    site,
    previewReversal,
    { params: { userId: member.userId, requestId } },
    { cookie: rival.cookie },
  )
  expect(preview.body.obstacle).toBe('forbidden')
  expect(await readBalance(site.database, member.userId)).toEqual(before)
  await site.database.owner.query('UPDATE profiles SET referred_by_id = NULL WHERE id = $1', [member.userId])
})

test('a request is reversed once, by two administrators at the same moment, too [A322]', async () => {
  const { member, requestId } = await buyer()
  const answers = await Promise.all([admin, rival].map((one) => reverse(one, member.userId, requestId)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(codeOf(await reverse(admin, member.userId, requestId))).toEqual([409, 'already_reversed'])
  expect(await readBalance(site.database, member.userId)).toEqual(['0', '0'])
})

test('members, support and auditors reverse nothing, and members see no preview [A323]', async () => {
  const { member, requestId } = await buyer()
  const before = await readTableDigests(site.database.owner)
  for (const person of [member, await createAdmin(site, 'Sam', 'support'), await createAdmin(site, 'Aya', 'auditor')])
    expect((await reverse(person, member.userId, requestId)).status).toBe(403)
  const params = { userId: member.userId, requestId }
  expect((await call(site, previewReversal, { params }, { cookie: member.cookie })).status).toBe(403)
  const after = await readTableDigests(site.database.owner)
  expect(after['ledger.reversals']).toBe(before['ledger.reversals'])
  expect(after['ledger.accounts']).toBe(before['ledger.accounts'])
})

test('coins that leave after the preview make the reversal ask again, and do not prevent it [A324]', async () => {
  const { member, requestId } = await buyer()
  const other = await createMember(site)
  const read = async () =>
    call(site, previewReversal, { params: { userId: member.userId, requestId } }, { cookie: admin.cookie })
  expect((await read()).body.debt_coins).toBe('0')
  expect((await send(member, other, 3000)).status).toBe(200)
  expect(codeOf(await reverse(admin, member.userId, requestId, '0'))).toEqual([409, 'reversal_differs'])
  const { debt_coins: debt, effects } = (await read()).body
  expect([debt, effects[0]?.available_after, effects[0]?.debt_after]).toEqual(['3000', '0', '3000'])
  expect((await reverse(admin, member.userId, requestId, debt)).status).toBe(200)
  expect(await readBalance(site.database, member.userId)).toEqual(['0', '3000'])
})

test('a debt cannot be left by locking coins and taking them back, and nothing is spent beside it [A325]', async () => {
  const { member, requestId } = await buyer()
  const other = await createMember(site)
  const { body: hidden } = await send(member, other, 4000)
  await reverse(admin, member.userId, requestId)
  const key = randomUUID()
  const cancelled = await call(
    site,
    cancelRequest,
    { params: { requestId: hidden.id } },
    { cookie: member.cookie, key },
  )
  expect(cancelled.status).toBe(200)
  expect(await readBalance(site.database, member.userId)).toEqual(['0', '0'])
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 1000)
  expect(await readBalance(site.database, member.userId)).toEqual(['1000', '0'])
})

test('a withdrawal with a payment that has left is not reversed, and a reversed one is not paid [A326]', async () => {
  const { database } = site
  const [sent, due] = [await createPayout(database, admin.userId), await createPayout(database, admin.userId)]
  await noteSent(database.ownerDb, sent, { actorId: admin.userId, hash: makeHash() })
  expect(codeOf(await reverse(rival, sent.userId, sent.requestId))).toEqual([409, 'payout_sent_already'])
  expect((await reverse(rival, due.userId, due.requestId)).status).toBe(200)
  await expect(noteSent(database.ownerDb, due, { actorId: admin.userId, hash: makeHash() })).rejects.toMatchObject({
    code: 'payout_cancelled',
  })
})

test('a great worth needs a proof and a second administrator, and the application’s login reverses nothing [A327]', async () => {
  const member = await createMember(site)
  const pack = await createPackage(site.database, { coins: 1_100_000 })
  const requestId = await submitPackage(site.database, member.userId, pack)
  for (const { userId } of [admin, rival]) await decide(site.database, userId, member.userId, requestId)
  const input = { params: { userId: member.userId, requestId }, body: { reason } }
  expect(codeOf(await reverse(admin, member.userId, requestId))).toEqual([401, 'step_up_required'])
  const proposed = await callProven(site, admin, reverseRequest, input, { 'idempotency-key': randomUUID() })
  expect([proposed.status, proposed.body.is_reversed]).toEqual([200, false])
  expect(codeOf(await reverse(rival, member.userId, requestId))).toEqual([401, 'step_up_required'])
  expect(await readBalance(site.database, member.userId)).toEqual(['1100000', '0'])
  for (const statement of [
    `SELECT ledger.reverse('${rival.userId}', gen_random_uuid(), '${member.userId}', '${requestId}', '${reason}')`,
    `INSERT INTO ledger.reversals (user_id, request_id, administrator_id, reason, first_purchase)
     VALUES ('${member.userId}', '${requestId}', '${rival.userId}', '${reason}', 'none')`,
    'UPDATE ledger.debts SET remaining = 0',
    'DELETE FROM ledger.allocations',
  ])
    await expect(site.database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
  const completed = await callProven(site, rival, reverseRequest, input, { 'idempotency-key': randomUUID() })
  expect(completed.body.is_reversed).toBe(true)
  expect(await readBalance(site.database, member.userId)).toEqual(['0', '0'])
})

test('an owner does not complete a great reversal alone while an approver could confirm it, who approves nothing else [A377]', async () => {
  const lone = await createTestApp()
  try {
    const owner = await createAdmin(lone)
    const approver = await createAdmin(lone, 'Ann Approver', 'approver')
    const member = await createMember(lone)
    const requestId = await submitPackage(
      lone.database,
      member.userId,
      await createPackage(lone.database, { coins: 1_100_000 }),
    )
    for (const { userId } of [approver, owner]) await decide(lone.database, userId, member.userId, requestId)
    const input = { params: { userId: member.userId, requestId }, body: { reason } }
    const key = { 'idempotency-key': randomUUID() }
    expect((await callProven(lone, owner, reverseRequest, input, key)).body.is_reversed).toBe(false)
    await lone.database.owner.query(`UPDATE ledger.proposed_changes SET created_at = created_at - interval '25 hours'`)
    const again = await callProven(lone, owner, reverseRequest, input, { 'idempotency-key': randomUUID() })
    expect(codeOf(again)).toEqual([409, 'approval_given_already'])
    const [waiting] = (await call(lone, listProposedChanges, {}, { cookie: approver.cookie })).body.items
    expect([waiting?.kind, waiting?.may_approve, waiting?.ready_at]).toEqual(['reversal', true, null])
    const decision = { params: { changeId: waiting?.id ?? '' }, body: { decision: 'approved' } } as const
    expect((await callProven(lone, owner, decideChange, decision)).body.code).toBe('approval_given_already')
    expect((await callProven(lone, approver, decideChange, decision)).status).toBe(200)
    expect(await readBalance(lone.database, member.userId)).toEqual(['0', '0'])
    // Of other changes an approver neither reads nor decides any.
    const { rows } = await lone.database.owner.query<{ id: string }>(
      `INSERT INTO ledger.proposed_changes (kind, fingerprint, after, proposer_id) VALUES ('settings', 'x', '{}', $1) RETURNING id`,
      [owner.userId],
    )
    expect((await call(lone, listProposedChanges, {}, { cookie: approver.cookie })).body.items).toEqual([])
    const other = { params: { changeId: rows[0]?.id ?? '' }, body: { decision: 'declined' } } as const
    expect((await callProven(lone, approver, decideChange, other)).body.code).toBe('duty_missing')
    await expectNoViolations(lone.database)
  } finally {
    await lone.close()
  }
})
