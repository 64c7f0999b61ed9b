import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adjustBalance } from '../../../contract/adjustments.ts'
import { changeDuty } from '../../../contract/administrators.ts'
import { createInvitation, revokeInvitation } from '../../../contract/invitations.ts'
import { getChangeOutlook, listProposedChanges } from '../../../contract/proposed-changes.ts'
import { getRequestReview } from '../../../contract/request-review.ts'
import { decideRequest } from '../../../contract/requests.ts'
import { countSecondApprovals, listWaitingRequests } from '../../../contract/second-approvals.ts'
import type { CallInput } from '../../../contract/operation.ts'
import type { Duty } from '../../../contract/roles.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import * as ledger from '../../../tests/helpers/ledger.ts'
import { createMember as createRow, giveCoins } from '../../../tests/helpers/people.ts'
import { askForSecondOwner } from '../../../tests/helpers/second-owner.ts'
import { createTwoOwners } from '../../../tests/helpers/two-owners.ts'
import { callProven, readMailSubjects } from '../../../tests/helpers/two-factor.ts'
import { listOwnWaits } from '../requests/own-waits.ts'

let site: TestApp
let first: Person
let second: Person
beforeAll(async () => {
  site = await createTestApp()
  await askForSecondOwner(site.database.owner)
})
// Each test has two owners of its own. All others are suspended, and no request of an earlier test waits.
beforeEach(async () => {
  ;[first, second] = await createTwoOwners(site)
  for (const { request } of (await readDesk(first)).items) await decide(first, request, 'rejected')
  await site.database.owner.query(
    `UPDATE ledger.proposed_changes SET status = 'expired', closed_at = now() WHERE status = 'waiting'`,
  )
})
afterAll(async () => site.close())

interface Asked {
  user_id: string
  id: string
}

/** Makes a buy of so many USD, at a cent for a coin. */
async function buyOf(usd: number): Promise<Asked> {
  const { userId } = await createMember(site)
  const pack = await ledger.createPackage(site.database, { coins: usd * 100 })
  return { user_id: userId, id: await ledger.submitPackage(site.database, userId, pack) }
}
const money = () => ({ 'Idempotency-Key': randomUUID() })
async function decide(by: Person, asked: object, status: 'approved' | 'rejected' = 'approved') {
  const { user_id: userId, id: requestId } = asked as Asked
  const input = { params: { userId, requestId }, body: { status, admin_notes: 'Checked' } } as const
  return (await callProven(site, by, decideRequest, input, money())).body
}
const readDesk = async (by: Person) => (await call(site, listWaitingRequests, {}, { cookie: by.cookie })).body
const readCounts = async (by: Person) => (await call(site, countSecondApprovals, {}, { cookie: by.cookie })).body
async function readOutlook(by: Person, { user_id: userId, id: requestId }: Asked) {
  return (await call(site, getRequestReview, { params: { userId, requestId } }, { cookie: by.cookie })).body.outlook
}
type Facts = CallInput<typeof getChangeOutlook>['query']
const readChange = async (by: Person, query: Facts) =>
  (await call(site, getChangeOutlook, { query }, { cookie: by.cookie })).body
const createOther = async (duty: Duty) => createAdmin(site, 'Noor Haddad', duty)

test('a member reads what the first approval of a request waits for, and the name of no administrator', async () => {
  const asked = await buyOf(20_000)
  const readWait = async () => (await listOwnWaits(site.deps.db, asked.user_id)).items[0]
  const setStatus = async ({ userId }: Person, status: string) =>
    site.database.owner.query(`UPDATE profiles SET status = $2 WHERE id = $1`, [userId, status])
  expect(await readWait()).toMatchObject({ second_check: null })
  await decide(first, asked)
  expect(await readWait()).toEqual({
    request_id: asked.id,
    earlier: expect.any(Number) as number,
    held_until: null,
    second_check: 'administrator',
    usual: null,
  })
  await setStatus(second, 'Suspended')
  expect(await readWait()).toMatchObject({ second_check: 'time' })
  await setStatus(second, 'Active')
  await setStatus(first, 'Suspended')
  expect(await readWait()).toMatchObject({ second_check: null })
  await setStatus(first, 'Active')
})

test('a withdrawal of two administrators is judged by its address in both approvals, and the second one is mailed', async () => {
  const { ownerDb } = site.database
  const wallet = { walletAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }
  const { id: userId } = await createRow(ownerDb, wallet)
  await giveCoins(ownerDb, first.userId, userId, 2_000_000)
  const asked = { user_id: userId, id: await ledger.submit(site.database, userId, 'withdrawal', 1_500_000) }
  expect(await decide(first, asked)).toMatchObject({ status: 'pending' })
  expect(await readMailSubjects(site, second)).toContainEqual(
    expect.stringMatching(/^A request waits for a second administrator: /),
  )
  expect(await decide(second, asked)).toMatchObject({ status: 'approved' })
})

test('a review says who can decide, and why a second administrator is needed', async () => {
  const small = await buyOf(500)
  expect(await readOutlook(first, small)).toEqual({
    need: 'nothing',
    worth_usd: '500',
    rule: null,
    ready_at: null,
    first: null,
  })
  const great = await buyOf(12_300)
  const single = { scope: 'single', over_usd: '10000', before_usd: '0' }
  expect(await readOutlook(first, great)).toMatchObject({ need: 'second', worth_usd: '12300', rule: single })
  for (let count = 0; count < 2; count += 1) await decide(first, await buyOf(10_000))
  const more = await buyOf(6_000)
  const daily = { scope: 'by_administrator_24h', over_usd: '25000', before_usd: '20000' }
  expect(await readOutlook(first, more)).toMatchObject({ need: 'second', worth_usd: '6000', rule: daily })
  expect(await readOutlook(second, more)).toMatchObject({ need: 'nothing' })
  await decide(first, small, 'rejected')
  expect(await readOutlook(first, small)).toBeNull()
})

test('a first approval stands on the desk of all, and counts for the one who can complete it', async () => {
  const [support, auditor, approver] = [
    await createOther('support'),
    await createOther('auditor'),
    await createOther('approver'),
  ]
  const great = await buyOf(12_300)
  expect((await readDesk(second)).items).toEqual([])
  expect(await decide(first, great)).toMatchObject({ status: 'pending' })
  const first_ = { full_name: 'Grace Hopper', created_at: expect.any(String) as string }
  for (const [reader, need, isOwn] of [
    [first, 'given', true],
    [second, 'completes', false],
    [approver, 'completes', false],
    [support, 'completes', false],
    [auditor, 'completes', false],
  ] as const) {
    const { items, has_more: hasMore } = await readDesk(reader)
    expect(items).toMatchObject([{ request: { id: great.id }, outlook: { need, first: { ...first_, is_own: isOwn } } }])
    expect(hasMore).toBe(false)
  }
  const counts = await Promise.all([first, second, approver, support, auditor].map(readCounts))
  expect(counts.map(({ requests }) => requests)).toEqual([0, 1, 1, 0, 0])
  expect(await decide(first, great)).toMatchObject({ code: 'approval_given_already' })
  expect(await decide(approver, great)).toMatchObject({ status: 'approved' })
  expect((await readDesk(second)).items).toEqual([])
  // The other one was too late, and hears who was faster.
  expect(await decide(second, great)).toMatchObject({ code: 'already_processed' })
})

test('a rejected request leaves the desk, and an approval of a person who lost the duty no longer counts', async () => {
  const [great, greater] = [await buyOf(12_300), await buyOf(15_000)]
  await decide(first, great)
  await decide(first, greater)
  expect((await readDesk(second)).items.map(({ request }) => request.id)).toEqual([great.id, greater.id])
  await decide(second, great, 'rejected')
  const owner = await createOther('owner')
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [first.userId])
  expect((await readDesk(second)).items).toMatchObject([
    { request: { id: greater.id }, outlook: { need: 'second', first: null } },
  ])
  expect(await readCounts(owner)).toMatchObject({ requests: 1 })
})

test('a lone administrator reads when the approval can be completed', async () => {
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [second.userId])
  const great = await buyOf(12_300)
  expect(await readOutlook(first, great)).toMatchObject({ need: 'delay', ready_at: expect.any(String) as string })
  await decide(first, great)
  expect(await readOutlook(first, great)).toMatchObject({
    need: 'given',
    ready_at: expect.any(String) as string,
    first: { is_own: true },
  })
  expect(await readCounts(first)).toEqual({ requests: 0, changes: 0 })
  expect(await readMailSubjects(site, first)).toContain('An approval of great worth waits for 24 hours')
})

test('a person whom an approval pays reads that another administrator decides, and it does not count for them', async () => {
  const great = await buyOf(12_300)
  await site.database.owner.query(`UPDATE profiles SET referred_by_id = $1 WHERE id = $2`, [
    second.userId,
    great.user_id,
  ])
  await createOther('approver')
  expect(await readOutlook(second, great)).toMatchObject({ need: 'beneficiary' })
  await decide(first, great)
  expect(await readCounts(second)).toMatchObject({ requests: 0 })
})

test('a first approval is mailed to the administrators who can complete it, without the name of the member', async () => {
  const [approver, support] = [await createOther('approver'), await createOther('support')]
  await decide(first, await buyOf(12_300))
  const subjects = await Promise.all([first, second, approver, support].map((person) => readMailSubjects(site, person)))
  const told = subjects.map((all) =>
    all.some((subject) => subject.startsWith('A request waits for a second administrator: B-')),
  )
  expect(told).toEqual([false, true, true, false])
})

test('each change says before it is made if another owner must confirm it', async () => {
  const { userId } = await createMember(site)
  expect(await readChange(first, { kind: 'adjustment', user_id: userId, coins: '-1000' })).toEqual({
    need: 'nothing',
    worth_usd: '10',
    rule: null,
    package_gain_max: null,
  })
  const single = { scope: 'single', over_usd: '10000', before_usd: '0' }
  expect(await readChange(first, { kind: 'adjustment', user_id: userId, coins: '1230000' })).toMatchObject({
    need: 'second',
    worth_usd: '12300',
    rule: single,
  })
  expect(await readChange(first, { kind: 'settings', settings: 'operator_name,et_rate' })).toMatchObject({
    need: 'second',
  })
  expect(await readChange(first, { kind: 'settings', settings: 'operator_name' })).toMatchObject({ need: 'nothing' })
  const fair = { kind: 'package', coins: '10000', price: '0.01', bonus: '5' } as const
  expect(await readChange(first, fair)).toMatchObject({ need: 'nothing', package_gain_max: '1.5' })
  expect(await readChange(first, { ...fair, bonus: '1000' })).toMatchObject({ need: 'second' })
  expect(await readChange(first, { kind: 'invitation' })).toMatchObject({ need: 'second' })
  // The administrator whom a change is about does not confirm it.
  expect(await readChange(first, { kind: 'duty', user_id: second.userId })).toMatchObject({ need: 'delay' })
  await createOther('owner')
  expect(await readChange(first, { kind: 'duty', user_id: second.userId })).toMatchObject({ need: 'second' })
  const support = await createOther('support')
  for (const [user_id, status, need] of [
    [second.userId, 'Suspended', 'second'],
    [support.userId, 'Suspended', 'nothing'],
  ] as const) {
    expect(await readChange(first, { kind: 'status', user_id, status })).toMatchObject({ need })
  }
})

test('an outlook without the values of its kind, or with a setting that does not exist, is refused', async () => {
  for (const query of [
    { kind: 'adjustment' },
    { kind: 'package', coins: '1' },
    { kind: 'settings', settings: 'none' },
  ] as const) {
    expect((await call(site, getChangeOutlook, { query }, { cookie: first.cookie })).body.code).toBe('invalid_request')
  }
})

test('a waiting change counts for the owner who can approve it, and no longer once it is revoked', async () => {
  const auditor = await createOther('auditor')
  const { userId } = await createMember(site)
  const correction = { params: { userId }, body: { coins: 2_000_000, reason: 'Agreed by telephone' } }
  expect((await callProven(site, first, adjustBalance, correction, money())).status).toBe(200)
  expect(await readMailSubjects(site, second)).toContain('A change waits for a second owner')
  const { body } = await callProven(site, first, createInvitation, { body: { duty: 'approver' } })
  expect(await Promise.all([first, second, auditor].map(readCounts))).toEqual(
    [0, 2, 0].map((changes) => ({ requests: 0, changes })),
  )
  await callProven(site, second, revokeInvitation, { params: { invitationId: body.invitation.id } })
  expect(await readCounts(second)).toEqual({ requests: 0, changes: 1 })
  // A change of a person who is no owner any more cannot be approved, so it is not listed.
  const third = await createOther('owner')
  await callProven(site, third, changeDuty, {
    params: { userId: auditor.userId },
    body: { duty: 'support', reason: 'Moved' },
  })
  await site.database.owner.query(`UPDATE profiles SET duty = 'support' WHERE id = $1`, [first.userId])
  const { items } = (await call(site, listProposedChanges, {}, { cookie: second.cookie })).body
  expect(items.map(({ kind }) => kind)).toEqual(['duty'])
})

test('a first approval and a waiting change are announced to the browsers of administrators', async () => {
  const heard: string[][] = []
  const { userId } = await createMember(site)
  const stop = site.deps.events.subscribe(({ topics, toAdmins }) => {
    if (toAdmins) heard.push([...topics])
  })
  const correction = { params: { userId }, body: { coins: 2_000_000, reason: randomUUID() } }
  await callProven(site, first, adjustBalance, correction, money())
  await decide(first, await buyOf(12_300))
  stop()
  expect(heard.flat()).toEqual(expect.arrayContaining(['changes', 'requests']))
})
