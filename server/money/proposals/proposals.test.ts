import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeDuty } from '../../../contract/administrators.ts'
import { adjustBalance } from '../../../contract/adjustments.ts'
import { changeSettings, getAdminSettings } from '../../../contract/admin-settings.ts'
import { createInvitation } from '../../../contract/invitations.ts'
import { createPackage, updatePackage } from '../../../contract/packages.ts'
import { decideChange, listProposedChanges } from '../../../contract/proposed-changes.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { askForSecondOwner, letProposalsWait } from '../../../tests/helpers/second-owner.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { createTwoOwners } from '../../../tests/helpers/two-owners.ts'
import { callProven, readMailSubjects, requestProof } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let first: Person
let second: Person
beforeAll(async () => {
  site = await createTestApp()
  await askForSecondOwner(site.database.owner)
})
// Each test has two owners of its own. All others are suspended.
beforeEach(async () => {
  ;[first, second] = await createTwoOwners(site)
})
afterAll(async () => site.close())

const reason = 'Agreed by telephone'
const readSettings = async () => (await call(site, getAdminSettings, {}, { cookie: first.cookie })).body
async function setRate(by: Person, rate: string) {
  const { revision } = await readSettings()
  return callProven(site, by, changeSettings, { body: { revision, et_rate: rate } })
}
const list = async (by: Person) => (await call(site, listProposedChanges, {}, { cookie: by.cookie })).body.items
async function decide(by: Person, changeId: string, decision: 'approved' | 'declined' = 'approved') {
  const { status, body } = await callProven(site, by, decideChange, { params: { changeId }, body: { decision } })
  return [status, body.code]
}
/** Returns the only change that waits. */
async function findWaiting(by: Person) {
  const [waiting, ...more] = await list(by)
  expect(more).toEqual([])
  if (!waiting) throw new Error('nothing waits')
  return waiting
}
const suspend = (person: Person) =>
  site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [person.userId])

const big = {
  package_name: 'Giant',
  min_coin_purchase: '1000000000',
  coin_price: '0.00000001',
  bonus_percentage: '1000',
  withdrawal_time: '24 hours',
  withdrawal_rules: '',
  icon: 'Star',
} as const

test('a new rate waits for a second owner, who sees it before and after, and takes effect with the approval', async () => {
  const { et_rate: before, revision } = await readSettings()
  const { status, body } = await setRate(first, '0.02')
  expect([status, body.is_proposed, body.et_rate, body.revision]).toEqual([200, true, before, revision])
  const waiting = await findWaiting(second)
  expect(waiting).toMatchObject({
    kind: 'settings',
    before: { et_rate: before },
    after: { et_rate: '0.02' },
    proposer: { full_name: 'Grace Hopper' },
    subject: null,
    ready_at: null,
    may_approve: true,
  })
  expect((await findWaiting(first)).may_approve).toBe(false)
  expect(await decide(first, waiting.id)).toEqual([409, 'approval_given_already'])
  expect(await readMailSubjects(site, second)).toContain('A change waits for a second owner')
  expect(await decide(second, waiting.id)).toEqual([200, undefined])
  expect(await readSettings()).toMatchObject({ et_rate: '0.02', revision: revision + 1 })
  expect(await decide(second, waiting.id)).toEqual([409, 'change_closed'])
  expect(await list(second)).toEqual([])
  const { rows } = await site.database.owner.query(
    `SELECT action, actor_id FROM audit_events WHERE action IN ('change_proposed', 'rate_changed') ORDER BY id DESC LIMIT 2`,
  )
  expect(rows).toEqual([
    { action: 'rate_changed', actor_id: second.userId },
    { action: 'change_proposed', actor_id: first.userId },
  ])
})

test('the same call of a second owner completes a change as well', async () => {
  await setRate(first, '0.03')
  expect((await setRate(second, '0.03')).body).toMatchObject({ et_rate: '0.03' })
  expect(await list(first)).toEqual([])
})

test('a change that was overtaken by another one is not approved', async () => {
  await setRate(first, '0.04')
  const stale = await findWaiting(second)
  await setRate(second, '0.05')
  const newer = (await list(first)).find(({ id }) => id !== stale.id)
  expect(await decide(first, newer?.id ?? '')).toEqual([200, undefined])
  expect(await decide(second, stale.id)).toEqual([409, 'edited_meanwhile'])
  expect(await decide(first, stale.id, 'declined')).toEqual([200, undefined])
  expect(await list(first)).toEqual([])
})

test('the only owner withdraws a change, or completes it after 24 hours', async () => {
  await suspend(second)
  await setRate(first, '0.06')
  const waiting = await findWaiting(first)
  expect(waiting).toMatchObject({ may_approve: false, ready_at: expect.any(String) as string })
  await letProposalsWait(site.database.owner, 23)
  expect(await decide(first, waiting.id)).toEqual([409, 'approval_given_already'])
  await letProposalsWait(site.database.owner, 1)
  expect(await decide(first, waiting.id)).toEqual([200, undefined])
  expect(await readSettings()).toMatchObject({ et_rate: '0.06' })
  await setRate(first, '0.07')
  expect(await decide(first, (await findWaiting(first)).id, 'declined')).toEqual([200, undefined])
  expect(await readSettings()).toMatchObject({ et_rate: '0.06' })
})

test('the proposer does not complete a change after 24 hours while there is another owner', async () => {
  const { et_rate: before } = await readSettings()
  await setRate(first, '0.09')
  const { id } = await findWaiting(first)
  await letProposalsWait(site.database.owner, 30)
  expect(await decide(first, id)).toEqual([409, 'approval_given_already'])
  expect((await setRate(first, '0.09')).body.code).toBe('approval_given_already')
  expect(await readSettings()).toMatchObject({ et_rate: before })
  expect(await decide(second, id, 'declined')).toEqual([200, undefined])
})

test('a proposal ends after seven days', async () => {
  await setRate(first, '0.08')
  const { id } = await findWaiting(second)
  await letProposalsWait(site.database.owner, 24 * 8)
  expect(await list(second)).toEqual([])
  const before = await readTableDigests(site.database.owner)
  expect((await decide(second, id))[0]).toBe(409)
  const after = await readTableDigests(site.database.owner)
  expect(after['public.settings']).toEqual(before['public.settings'])
})

test('the name of the operator needs one owner', async () => {
  const { revision } = await readSettings()
  const { body } = await callProven(site, first, changeSettings, { body: { revision, operator_name: 'Mint Ltd' } })
  expect([body.operator_name, body.is_proposed]).toEqual(['Mint Ltd', undefined])
})

test('a package that gives far more than it costs waits, and one within the limit does not', async () => {
  const body = { ...big, package_name: 'Modest', min_coin_purchase: '1000', coin_price: '0.1', bonus_percentage: '5' }
  const { body: modest } = await callProven(site, first, createPackage, { body })
  expect(modest.package).toMatchObject({ package_name: 'Modest' })
  const { status, body: answer } = await callProven(site, first, createPackage, { body: big })
  expect([status, answer]).toEqual([200, { is_proposed: true }])
  const change = {
    params: { packageId: modest.package?.id ?? '' },
    body: { ...body, bonus_percentage: '1000', revision: 1 },
  }
  expect((await callProven(site, first, updatePackage, change)).body).toEqual({ is_proposed: true })
  const count = async () =>
    (await site.database.owner.query(`SELECT FROM packages WHERE package_name = 'Giant' OR bonus_percentage = 1000`))
      .rowCount
  expect(await count()).toBe(0)
  // The name says which package it is, and only what changes is shown beside it.
  expect((await list(second)).map(({ before, after }) => [before, Object.keys(after).length])).toEqual([
    [null, Object.keys(big).length],
    [{ package_name: 'Modest', bonus_percentage: '5' }, 2],
  ])
  for (const { id } of await list(second)) expect(await decide(second, id)).toEqual([200, undefined])
  expect(await count()).toBe(2)
})

test('a duty waits for a second owner who is not the person with the duty', async () => {
  const third = await createAdmin(site, 'Tim Third')
  const change = { params: { userId: third.userId }, body: { duty: 'auditor', reason } } as const
  const { status, body } = await callProven(site, first, changeDuty, change)
  expect([status, body.duty, body.is_proposed]).toEqual([200, 'owner', true])
  const waiting = await findWaiting(second)
  expect(waiting).toMatchObject({ kind: 'duty', before: { duty: 'owner' }, after: { duty: 'auditor' }, reason })
  expect(await decide(third, waiting.id)).toEqual([403, 'forbidden'])
  expect(await decide(second, waiting.id)).toEqual([200, undefined])
  const { rows } = await site.database.owner.query('SELECT duty FROM profiles WHERE id = $1', [third.userId])
  expect(rows).toEqual([{ duty: 'auditor' }])
  expect(await readMailSubjects(site, third)).toContain('Your duty was changed')
})

test('an invitation opens when a second owner approves it, and is revoked when declined', async () => {
  const { body } = await callProven(site, first, createInvitation, { body: { duty: 'owner' } })
  expect(body.invitation.status).toBe('waiting')
  const { body: other } = await callProven(site, first, createInvitation, { body: { duty: 'support' } })
  const [one, two] = await list(second)
  expect(await decide(second, one?.id ?? '')).toEqual([200, undefined])
  expect(await decide(second, two?.id ?? '', 'declined')).toEqual([200, undefined])
  const { rows } = await site.database.owner.query(
    'SELECT is_open(i) AS open, revoked_at IS NULL AS kept FROM invitations i WHERE id = ANY ($1) ORDER BY id',
    [[body.invitation.id, other.invitation.id]],
  )
  expect(rows).toEqual([
    { open: true, kept: true },
    { open: false, kept: false },
  ])
})

test('a correction of great worth is approved from the list, and is on record', async () => {
  const { userId } = await createMember(site)
  const body = { coins: 90_000_000, reason }
  const input = { params: { userId }, body }
  const headers = { [stepUpHeader]: await requestProof(site, first, adjustBalance, input) }
  const answer = await call(site, adjustBalance, input, { cookie: first.cookie, key: randomUUID(), headers })
  expect([answer.status, answer.body.movement_id]).toEqual([200, undefined])
  const waiting = await findWaiting(second)
  expect(waiting).toMatchObject({ kind: 'adjustment', subject: { id: userId }, reason, after: { coins: '90000000' } })
  expect(await decide(second, waiting.id)).toEqual([200, undefined])
  const { rows } = await site.database.owner.query('SELECT available FROM ledger.accounts WHERE user_id = $1', [userId])
  expect(rows).toEqual([{ available: '90000000' }])
})

test('of two owners who approve at once, one succeeds', async () => {
  const third = await createAdmin(site, 'Tim Third')
  for (let round = 1; round <= 5; round += 1) {
    await setRate(first, `0.1${round}`)
    const { id } = await findWaiting(second)
    const answers = await Promise.all([decide(second, id), decide(third, id)])
    expect(answers.map(([status]) => Number(status)).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await readSettings()).toMatchObject({ et_rate: `0.1${round}` })
  }
})

test('the one owner of a fresh installation sets it up without a wait', async () => {
  const fresh = await createTestApp()
  try {
    await askForSecondOwner(fresh.database.owner)
    const owner = await createAdmin(fresh)
    const body = { revision: 1, et_rate: '0.5', deposit_network: 'ERC20' }
    expect((await callProven(fresh, owner, changeSettings, { body })).body).toMatchObject({
      et_rate: '0.5',
      revision: 2,
    })
    expect((await callProven(fresh, owner, createPackage, { body: big })).body.package).toMatchObject({
      package_name: 'Giant',
    })
    const { body: made } = await callProven(fresh, owner, createInvitation, { body: { duty: 'owner' } })
    expect(made.invitation.status).toBe('open')
    await createAdmin(fresh)
    const later = await callProven(fresh, owner, changeSettings, { body: { revision: 2, et_rate: '0.6' } })
    expect(later.body).toMatchObject({ et_rate: '0.5', is_proposed: true })
  } finally {
    await fresh.close()
  }
})
