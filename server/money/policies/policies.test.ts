import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changePolicy, listPolicies } from '../../../contract/policies.ts'
import { decideChange, listProposedChanges } from '../../../contract/proposed-changes.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { callProven, readMailSubjects } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let first: Person
let second: Person
beforeAll(async () => {
  site = await createTestApp()
  first = await createAdmin(site, 'Grace Hopper')
  second = await createAdmin(site, 'Ada Lovelace')
})
beforeEach(async () => {
  await site.database.owner.query('DELETE FROM ledger.proposed_changes')
  await site.database.owner.query('DELETE FROM ledger.policies')
  await site.database.owner.query(
    `INSERT INTO ledger.policies (subject, scope, outcome, over_usd) VALUES ('money', 'single', 'second', 10000)`,
  )
})
afterAll(async () => site.close())

const single = { subject: 'money', scope: 'single', outcome: 'second' } as const
const reason = 'Agreed by telephone'
const policy = { ...single, over_usd: '10000', hold_hours: null }
type Body = Parameters<typeof callProven<typeof changePolicy>>[3]['body']

const read = async () => (await call(site, listPolicies, {}, { cookie: first.cookie })).body.items
async function ask(by: Person, body: Body) {
  return callProven(site, by, changePolicy, { body })
}
async function approve(by: Person) {
  const { items } = (await call(site, listProposedChanges, {}, { cookie: by.cookie })).body
  const [{ id: changeId } = { id: '' }] = items
  return callProven(site, by, decideChange, { params: { changeId }, body: { decision: 'approved' } })
}

test('a rule changes, is added and is removed when a second owner approves it, on record and mailed', async () => {
  const { status, body } = await ask(first, { ...single, over_usd: '5000.50', hold_hours: null, reason })
  expect([status, body]).toEqual([200, { items: [policy], is_proposed: true }])
  const [waiting] = (await call(site, listProposedChanges, {}, { cookie: second.cookie })).body.items
  expect(waiting).toMatchObject({
    kind: 'policy',
    reason,
    before: { ...single, overUsd: '10000' },
    after: { ...single, overUsd: '5000.5' },
  })
  expect((await approve(first)).body.code).toBe('approval_given_already')
  expect((await approve(second)).status).toBe(200)
  expect(await read()).toEqual([{ ...policy, over_usd: '5000.5' }])
  expect(await readMailSubjects(site, second)).toContain('A change waits for a second owner')
  const hold = { subject: 'withdrawal', scope: 'by_member_24h', outcome: 'hold' } as const
  await ask(second, { ...hold, over_usd: '100', hold_hours: '48', reason })
  expect((await approve(first)).status).toBe(200)
  expect(await read()).toContainEqual({ ...hold, over_usd: '100', hold_hours: 48 })
  await ask(first, { ...hold, over_usd: null, hold_hours: null, reason })
  expect((await approve(second)).status).toBe(200)
  expect(await read()).toEqual([{ ...policy, over_usd: '5000.5' }])
  const { rows } = await site.database.owner.query(
    `SELECT actor_id, detail ->> 'reason' AS reason FROM audit_events WHERE action = 'policy_changed' ORDER BY id`,
  )
  expect(rows).toEqual([second, first, second].map(({ userId }) => ({ actor_id: userId, reason })))
})

test('no rule can switch off that a change of the rules waits', async () => {
  await site.database.owner.query('DELETE FROM ledger.policies')
  const { body } = await ask(first, { ...single, over_usd: '1', hold_hours: null, reason })
  expect(body).toEqual({ items: [], is_proposed: true })
})

test('a change that was overtaken by another one of the same rule is not approved', async () => {
  await ask(first, { ...single, over_usd: '900000', hold_hours: null, reason })
  await site.database.owner.query('UPDATE ledger.policies SET over_usd = 1')
  expect((await approve(second)).body.code).toBe('change_closed')
  expect(await read()).toEqual([{ ...policy, over_usd: '1' }])
})

test.each([
  ['a hold without hours', { ...single, outcome: 'hold', over_usd: '1', hold_hours: null, reason }],
  ['hours without a hold', { ...single, over_usd: '1', hold_hours: '5', reason }],
  ['too many hours', { ...single, outcome: 'hold', over_usd: '1', hold_hours: '721', reason }],
  [
    'a hold of a correction',
    { ...single, subject: 'adjustment', outcome: 'hold', over_usd: '1', hold_hours: '5', reason },
  ],
  ['an amount for changes', { ...single, subject: 'package', over_usd: '1', hold_hours: null, reason }],
  ['less than nothing', { ...single, over_usd: '-1', hold_hours: null, reason }],
  ['no reason', { ...single, over_usd: '1', hold_hours: null, reason: ' ' }],
] as const)('%s is no rule, and nothing changes', async (_name, body) => {
  const before = await readTableDigests(site.database.owner)
  expect((await ask(first, body as Body)).status).toBe(400)
  const after = await readTableDigests(site.database.owner)
  for (const table of ['ledger.policies', 'ledger.proposed_changes']) expect(after[table]).toEqual(before[table])
})

test('only owners change rules; approvers cannot read them, auditors can', async () => {
  const [approver, auditor] = [
    await createAdmin(site, 'Al Approver', 'approver'),
    await createAdmin(site, 'Aud Auditor', 'auditor'),
  ]
  const member = await createMember(site)
  const statuses = []
  for (const { cookie } of [approver, auditor, member]) {
    statuses.push((await call(site, listPolicies, {}, { cookie })).status)
    const body = { ...single, over_usd: '1', hold_hours: null, reason } as const
    statuses.push((await call(site, changePolicy, { body }, { cookie })).status)
  }
  expect(statuses).toEqual([403, 403, 200, 403, 403, 403])
})
