import { afterEach, beforeEach, expect, test } from 'vitest'
import { getRequestCounts } from '../../../contract/request-review.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { plantRequest } from '../../../tests/helpers/planted-requests.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import { escalateOverdue } from './escalate-overdue.ts'

let site: TestApp
let owner: Person
let member: Person
beforeEach(async () => {
  site = await createTestApp()
  owner = await createAdmin(site)
  member = await createMember(site)
})
afterEach(() => site.close())

const hour = 3600
const day = 24 * hour

const escalate = (parts: Partial<TestApp['deps']> = {}) => escalateOverdue({ ...site.deps, ...parts })
const plant = (age: number, kind: 'buy' | 'withdrawal' = 'buy') =>
  plantRequest(site.database, { userId: member.userId, kind, age })

/** Plants decisions so that nine in ten buys were decided within two hours. */
async function plantDecisions(): Promise<void> {
  const decided = { userId: member.userId, kind: 'buy', age: day, status: 'approved', decidedBy: owner.userId } as const
  for (const after of [hour, hour, hour, hour, 2 * hour]) await plantRequest(site.database, { ...decided, after })
}

async function readMails() {
  await site.deliverMails()
  const all = await openKeptMails(site.deps.mailFolder ?? '').list()
  return all.filter(({ subject }) => subject.includes('overdue') || subject.includes('überfällig'))
}

test('a request that waits longer than nine in ten did is mailed to the owners once', async () => {
  await createAdmin(site, 'Alan Turing', 'approver')
  await plantDecisions()
  await plant(2 * hour - 60)
  expect(await escalate()).toBe(0)
  await plant(2 * hour + 60)
  expect(await escalate()).toBe(1)
  expect(await escalate()).toBe(0)
  const mails = await readMails()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[owner.email, '1 request is overdue']])
  expect(mails[0]?.text).toMatch(/\nB-\w{4}-\w+\n/)
  expect(mails[0]?.text).toContain('/admin')
})

test('two servers at the same moment mail it once', async () => {
  for (let age = 4; age < 24; age += 1) await plant(age * day)
  const counts = await Promise.all(Array.from({ length: 6 }, () => escalate()))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20)
  expect((await readMails()).map(({ subject }) => subject)).toEqual(['20 requests are overdue'])
})

test('with too few decisions to say, a request is overdue after three days', async () => {
  await plant(3 * day - 60)
  expect(await escalate()).toBe(0)
  await plant(3 * day + 60)
  expect(await escalate()).toBe(1)
})

test('a withdrawal is overdue as soon as it is later than its member’s package promises', async () => {
  await site.database.owner.query(`update packages set withdrawal_time = '6 hours'`)
  await site.database.owner.query(`update profiles set package_id = $1 where id = $2`, [site.packageId, member.userId])
  const other = await createMember(site)
  await plant(7 * hour, 'withdrawal')
  await plant(5 * hour, 'withdrawal')
  await plant(7 * hour)
  await site.database.owner.query(`update profiles set package_id = null where id = $1`, [other.userId])
  await plantRequest(site.database, { userId: other.userId, kind: 'withdrawal', age: 7 * hour })
  const { body } = await call(site, getRequestCounts, {}, owner)
  expect([body.buy.overdue, body.withdrawal.overdue]).toEqual([0, 1])
  expect(await escalate()).toBe(1)
  expect((await readMails())[0]?.text).toMatch(/\nW-/)
})

test('administrators read the standing of their platform beside the numbers of requests', async () => {
  await plantDecisions()
  await plant(3 * hour)
  await plant(hour)
  await escalate()
  const { body } = await call(site, getRequestCounts, {}, owner)
  expect(body.buy).toMatchObject({
    usual: { half_seconds: hour, most_seconds: 2 * hour },
    promise_seconds: 2 * hour,
    overdue: 1,
  })
  expect(body.transfer).toMatchObject({ usual: null, promise_seconds: 3 * day, overdue: 0 })
})

test('a mail that cannot be written leaves the request to the next run', async () => {
  await plant(4 * day)
  const outbox = { ...site.deps.outbox, queue: () => Promise.reject(new Error('no mail')) }
  await expect(escalate({ outbox })).rejects.toThrow('no mail')
  expect(await escalate()).toBe(1)
  expect(await readMails()).toHaveLength(1)
})

test('a long list names twenty requests and counts the others', async () => {
  await site.database.owner.query(`update credentials set language = 'de' where user_id = $1`, [owner.userId])
  for (let count = 0; count < 22; count += 1) await plant(4 * day)
  await escalate()
  const [mail] = await readMails()
  expect(mail?.subject).toBe('22 Anträge sind überfällig')
  expect(mail?.text.match(/^B-/gm)).toHaveLength(20)
  expect(mail?.text).toContain('Und 2 weitere.')
})
