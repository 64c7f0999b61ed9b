import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings, getAdminSettings } from '../../contract/admin-settings.ts'
import { stopAutomaticApproval } from '../../contract/automatic-approval.ts'
import { adminSignUpBody, signUpBody } from '../../contract/auth-bodies.ts'
import { updateProfile } from '../../contract/own-profile.ts'
import { fieldTexts } from '../../contract/texts.ts'
import { addUserBody } from '../../contract/user-bodies.ts'
import { listProposedChanges, decideChange } from '../../contract/proposed-changes.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { approveByPolicy } from '../../server/money/automatic-approval/approve-by-policy.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { expectNoViolations, submitPackage } from '../helpers/ledger.ts'
import { addTransfer } from '../helpers/transfers.ts'
import { callProven } from '../helpers/two-factor.ts'

let site: TestApp
let owner: Person
let second: Person
beforeAll(async () => {
  site = await createTestApp()
  ;[owner, second] = [await createAdmin(site), await createAdmin(site, 'Second Owner')]
})
afterAll(async () => {
  await expectNoViolations(site.database)
  await site.close()
})

const readSettings = async () => (await call(site, getAdminSettings, {}, { cookie: owner.cookie })).body
const isOn = async () => (await call(site, getPlatformSettings, {}, {})).body.is_automatic_approval_on

async function propose(changes: object) {
  const body = { revision: (await readSettings()).revision, ...changes }
  return callProven(site, owner, changeSettings, { body })
}

async function switchOn() {
  await site.database.owner.query(
    `UPDATE settings SET automatic_approval = 'on', automatic_approval_usd = 500, unique_amounts = 'on', token_contract = 'the token'`,
  )
}

test('one owner alone, or without a proof, neither starts the automatic approval nor raises its limits [A302]', async () => {
  const { revision } = await readSettings()
  const wishes = [
    { automatic_approval: 'on' },
    { automatic_approval_usd: '5000' },
    { automatic_approval_day_usd: '99999' },
  ] as const
  for (const wish of wishes) {
    const unproven = await call(site, changeSettings, { body: { revision, ...wish } }, { cookie: owner.cookie })
    expect([unproven.status, unproven.body.code]).toEqual([401, 'step_up_required'])
    expect((await propose(wish)).body).toMatchObject({
      is_proposed: true,
      automatic_approval: 'off',
      automatic_approval_usd: '100',
    })
  }
  expect(await isOn()).toBe(false)
  await site.database.owner.query("UPDATE ledger.proposed_changes SET status = 'expired', closed_at = now()")
})

test('members and those who only read cannot stop it; an approver alone stops it at once, on record and by mail [A303]', async () => {
  await switchOn()
  const others = [
    await createMember(site),
    await createAdmin(site, 'Sam Support', 'support'),
    await createAdmin(site, 'Ada Auditor', 'auditor'),
  ]
  for (const person of others) {
    expect((await call(site, stopAutomaticApproval, {}, { cookie: person.cookie })).status).toBe(403)
  }
  expect(await isOn()).toBe(true)
  const approver = await createAdmin(site, 'Apu Approver', 'approver')
  expect((await call(site, stopAutomaticApproval, {}, { cookie: approver.cookie })).status).toBe(200)
  expect(await isOn()).toBe(false)
  const { rows } = await site.database.owner.query(
    "SELECT actor_id FROM audit_events WHERE action = 'automatic_approval_stopped'",
  )
  expect(rows).toEqual([{ actor_id: approver.userId }])
  await site.deliverMails()
  const mails = await openKeptMails(site.deps.mailFolder ?? '').list()
  expect(mails.filter(({ subject }) => subject === 'The automatic approval was stopped').length).toBeGreaterThanOrEqual(
    2,
  )
})

test('a change that waited to start it is declined by a stop, and starting it again takes two owners [A303]', async () => {
  await site.database.owner.query(`UPDATE settings SET automatic_approval = 'off'`)
  await propose({ automatic_approval: 'on' })
  const waiting = async () =>
    (await call(site, listProposedChanges, { query: {} }, { cookie: second.cookie })).body.items
  const [change] = await waiting()
  await switchOn()
  await call(site, stopAutomaticApproval, {}, { cookie: owner.cookie })
  const decision = { params: { changeId: change?.id ?? '' }, body: { decision: 'approved' as const } }
  expect((await callProven(site, second, decideChange, decision)).body.code).toBe('change_closed')
  expect(await isOn()).toBe(false)
  expect((await propose({ automatic_approval: 'on' })).body.is_proposed).toBe(true)
  const [again] = await waiting()
  await callProven(site, second, decideChange, { ...decision, params: { changeId: again?.id ?? '' } })
  expect(await isOn()).toBe(true)
})

test('a payment for another purchase is not taken by asking first or by naming it [A304]', async () => {
  await switchOn()
  const [payer, thief] = [await createMember(site), await createMember(site)]
  const pack = { id: site.packageId, coins: 10_000 }
  // The thief asks first, so that an amount without last digits would be theirs.
  const theirs = await submitPackage(site.database, thief.userId, pack)
  const own = await submitPackage(site.database, payer.userId, pack)
  const { rows } = await site.database.owner.query<{ id: string; units: string }>(
    'SELECT id, trunc(usdt_amount * 1000000)::text AS units FROM ledger.requests WHERE id = ANY ($1)',
    [[theirs, own]],
  )
  const units = BigInt(rows.find(({ id }) => id === own)?.units ?? 0)
  const { hash } = await addTransfer(site.database, { units, minutes: 1 })
  await site.database.owner.query(
    `ALTER TABLE ledger.requests DISABLE TRIGGER guard_change; UPDATE ledger.requests SET transaction_hash = '${hash}' WHERE id = '${theirs}';
     ALTER TABLE ledger.requests ENABLE TRIGGER guard_change`,
  )
  // Named by another member, it is for a person to decide.
  expect(await approveByPolicy(site.deps)).toBe(0)
  await site.database.owner.query(
    `ALTER TABLE ledger.requests DISABLE TRIGGER guard_change; UPDATE ledger.requests SET transaction_hash = NULL WHERE id = '${theirs}';
     ALTER TABLE ledger.requests ENABLE TRIGGER guard_change`,
  )
  expect(await approveByPolicy(site.deps)).toBe(1)
  const after = await site.database.owner.query('SELECT id FROM ledger.requests WHERE status = $1', ['approved'])
  expect(after.rows).toEqual([{ id: own }])
})

test('no person can take the name of the policy [A315]', async () => {
  const { userId, cookie } = await createMember(site)
  for (const full_name of ['Policy', ' pOLICY ']) {
    const answer = await call(site, updateProfile, { params: { userId }, body: { full_name } }, { cookie })
    expect([answer.status, answer.body.fields]).toEqual([400, { full_name: fieldTexts.nameOfPolicy }])
  }
  const names = [signUpBody.shape.fullName, adminSignUpBody.shape.fullName, addUserBody.shape.fullName]
  for (const name of names) expect(name.safeParse('Policy').success).toBe(false)
})
