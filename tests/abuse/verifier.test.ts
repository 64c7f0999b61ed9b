import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approvalWarnings } from '../../contract/approval-warnings.ts'
import { cancelRequest, decideRequest } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { getVerification, releaseFinding } from '../../contract/verification.ts'
import { verifyBooks } from '../../server/money/verifier/verify-books.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { passHolds } from '../helpers/holds.ts'
import * as ledger from '../helpers/ledger-calls.ts'
import { decide, expectRefused, submit } from '../helpers/ledger.ts'
import { createMember as createRow, createUploadRow, giveCoins } from '../helpers/people.ts'
import { plantEdit } from '../helpers/planted-edits.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let owner: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  owner = await createAdmin(site)
})
afterAll(async () => site.close())

beforeEach(async () => {
  await plantEdit(site.database, 'DELETE FROM ledger.findings')
  member = await createMember(site)
  const wallet = { wallet_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }
  await site.database.ownerDb.updateTable('profiles').set(wallet).where('id', '=', member.userId).execute()
  await passHolds(site.database.ownerDb, member.userId)
  await giveCoins(site.database.ownerDb, owner.userId, member.userId, 50_000)
})

/** Checks the whole books now, as the clock does once it is time. */
async function check(): Promise<void> {
  await site.database.owner.query('UPDATE ledger.verifications SET begun_at = NULL')
  await verifyBooks(site.deps, new AbortController().signal)
}

/** Changes the balance of a member by so many coins, past all guards. */
const edit = (coins: number, userId = member.userId) =>
  plantEdit(site.database, 'UPDATE ledger.accounts SET available = available + $1 WHERE user_id = $2', [coins, userId])

async function approve(requestId: string, status: 'approved' | 'rejected' = 'approved') {
  const body = { status, admin_notes: 'Looked at', acknowledged: [...approvalWarnings] }
  const params = { userId: member.userId, requestId }
  return call(site, decideRequest, { params, body }, { cookie: owner.cookie, key: randomUUID() })
}

async function readFindings() {
  return (await call(site, getVerification, {}, { cookie: owner.cookie })).body
}

async function release(findingId: string, by: Person, reason = 'The row was put right from its lines') {
  const input = { params: { findingId }, body: { reason } }
  const headers = { [stepUpHeader]: await requestProof(site, by, releaseFinding, input) }
  return call(site, releaseFinding, input, { cookie: by.cookie, headers })
}

const readMails = async () => {
  await site.deliverMails()
  const mails = await openKeptMails(site.deps.mailFolder ?? '').list()
  return mails.filter(({ subject }) => subject.includes('check of the books'))
}

test('one coin added to a balance by a superuser is found, mailed once and logged, and stops the account alone [A372]', async () => {
  const [mine, other] = [
    await submit(site.database, member.userId, 'withdrawal', 1000),
    await createRow(site.database.ownerDb),
  ]
  await giveCoins(site.database.ownerDb, owner.userId, other.id, 5000)
  const theirs = await submit(site.database, other.id, 'withdrawal', 1000)
  await check()
  expect(await readFindings()).toMatchObject({ state: 'good', open_count: 0, findings: [] })
  const before = (await readMails()).length

  await edit(1)
  await check()
  await check()
  const { state, findings } = await readFindings()
  expect(state).toBe('open')
  expect(findings.filter(({ stops }) => stops === 'account')).toMatchObject([
    { rule: 'balance differs from its postings', member: { id: member.userId }, settled_at: null },
    { rule: 'balance differs from its lines', expected: '49000 + 1000', actual: '49001 + 1000', settled_at: null },
  ])
  const mails = await readMails()
  expect(mails.length - before).toBe(1)
  expect(mails.at(-1)?.to).toBe(owner.email)
  expect(mails.at(-1)?.text).toContain('/admin/treasury')
  expect(
    site.logged.filter((line) => line.includes('break rules of the ledger') && line.includes('"level":50')),
  ).toHaveLength(1)

  expect(await approve(mine)).toMatchObject({ status: 409, body: { code: 'account_under_review' } })
  await decide(site.database, owner.userId, other.id, theirs)
  await edit(-1)
})

test('no coin of a stopped account moves, by any call and on either side [A373]', async () => {
  const { database } = site
  const friend = await createRow(database.ownerDb)
  await giveCoins(database.ownerDb, owner.userId, friend.id, 5000)
  const { memberId } = await database.ownerDb
    .selectFrom('profiles')
    .select('member_id as memberId')
    .where('id', '=', member.userId)
    .executeTakeFirstOrThrow()
  const withdrawal = await submit(database, member.userId, 'withdrawal', 1000)
  const reversible = await submit(database, member.userId, 'withdrawal', 2000)
  await decide(database, owner.userId, member.userId, reversible)
  const toStopped = await submit(database, friend.id, 'transfer', 1000, { recipientMemberId: memberId ?? '' })
  await edit(1)
  await check()

  const code = 'account_under_review'
  const by = { token: null, actorId: owner.userId }
  const made = () => ({ ...by, key: randomUUID(), userId: member.userId })
  await expectRefused(database, code, () => decide(database, owner.userId, member.userId, withdrawal))
  await expectRefused(database, code, () => decide(database, owner.userId, member.userId, withdrawal, 'rejected'))
  await expectRefused(database, code, () => decide(database, owner.userId, friend.id, toStopped))
  await expectRefused(database, code, () =>
    ledger.adjust(database.ownerDb, { ...made(), coins: '-1', reason: 'Put right' }),
  )
  await expectRefused(database, code, () =>
    ledger.reverse(database.ownerDb, { ...made(), requestId: reversible, reason: 'It was a mistake' }),
  )
  const cancelled = await call(
    site,
    cancelRequest,
    { params: { requestId: withdrawal } },
    { cookie: member.cookie, key: randomUUID() },
  )
  expect(cancelled).toMatchObject({ status: 409, body: { code } })

  // Requests can be made and the coins of others go back meanwhile.
  await decide(database, owner.userId, friend.id, toStopped, 'rejected')
  const uploadId = await createUploadRow(database.ownerDb, member.userId)
  const buy = await submit(database, member.userId, 'buy', 10_000, { packageId: site.packageId, uploadId })
  await expectRefused(database, code, () => decide(database, owner.userId, member.userId, buy))
  await decide(database, owner.userId, member.userId, buy, 'rejected')
  await edit(-1)
})

test('an edit of the oldest row of a member who does nothing is found by the clock, and neither later calls nor their own check hide it [A397]', async () => {
  const quiet = await createRow(site.database.ownerDb)
  await giveCoins(site.database.ownerDb, owner.userId, quiet.id, 5000)
  for (let n = 0; n < 30; n += 1) await giveCoins(site.database.ownerDb, owner.userId, member.userId, 1)
  await check()
  await site.database.app.query("SELECT ledger.verify('balances')")
  await plantEdit(site.database, 'UPDATE ledger.movements SET amount = amount + 1 WHERE user_id = $1', [quiet.id])
  await giveCoins(site.database.ownerDb, owner.userId, member.userId, 1)
  // The balances of the account agree with its lines, so only a whole check sees it. The look at the balances makes it due.
  await site.database.owner.query(
    `UPDATE ledger.verifications SET begun_at = CASE kind WHEN 'whole' THEN now() ELSE now() - interval '25 seconds' END, early_at = NULL,
            started_at = now() + interval '2 minutes'`,
  )
  await verifyBooks(site.deps, new AbortController().signal)
  await verifyBooks(site.deps, new AbortController().signal)
  const { findings } = await readFindings()
  expect(findings.filter(({ stops }) => stops === 'account').map(({ member: found }) => found?.id)).toContain(quiet.id)
  expect(findings.map(({ member: found }) => found?.id)).not.toContain(member.userId)
  await plantEdit(site.database, 'UPDATE ledger.movements SET amount = amount - 1 WHERE user_id = $1', [quiet.id])
})

test('a second line for a movement, with a balance that agrees, is found [A398]', async () => {
  await plantEdit(
    site.database,
    `WITH grown AS (
       UPDATE ledger.accounts a SET available = a.available + l.available_delta, version = a.version + 1
         FROM ledger.lines l WHERE l.user_id = $1 AND a.user_id = $1 AND l.version = 1 RETURNING a.*)
     INSERT INTO ledger.lines
     SELECT (jsonb_populate_record(l, jsonb_build_object('id', uuidv7(), 'version', g.version, 'available_after', g.available))).*
       FROM grown g JOIN ledger.lines l ON l.user_id = g.user_id AND l.version = 1`,
    [member.userId],
  )
  await check()
  const { findings } = await readFindings()
  expect(findings.filter(({ member: found }) => found?.id === member.userId).map(({ rule }) => rule)).toContain(
    'balance differs from its postings',
  )
  await plantEdit(
    site.database,
    `WITH gone AS (
       DELETE FROM ledger.lines l USING ledger.accounts a
        WHERE a.user_id = $1 AND l.user_id = $1 AND l.version = a.version RETURNING l.*)
     UPDATE ledger.accounts a SET available = a.available - g.available_delta, version = a.version - 1
       FROM gone g WHERE a.user_id = g.user_id`,
    [member.userId],
  )
})

test('only an owner with a proof releases a finding [A374]', async () => {
  await edit(1)
  await check()
  await edit(-1)
  await check()
  const [finding] = (await readFindings()).findings
  const findingId = finding?.id ?? ''
  const before = await readTableDigests(site.database.owner)
  for (const duty of ['approver', 'support', 'auditor'] as const) {
    const other = await createAdmin(site, 'Ada Other', duty)
    expect((await release(findingId, other)).body.code).toBe('duty_missing')
  }
  const input = { params: { findingId }, body: { reason: 'The row was put right' } }
  expect((await call(site, releaseFinding, input, { cookie: owner.cookie })).body.code).toBe('step_up_required')
  expect((await call(site, releaseFinding, input, { cookie: member.cookie })).status).toBe(403)
  expect((await call(site, releaseFinding, input)).status).toBe(401)
  expect((await release(findingId, owner, 'short')).status).toBe(400)
  expect((await readTableDigests(site.database.owner))['ledger.findings']).toBe(before['ledger.findings'])
  for (const statement of ['DELETE FROM ledger.findings', 'UPDATE ledger.findings SET settled_at = now()']) {
    await expect(site.database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

test('an owner releases nothing while the fault persists, and afterwards once and on record [A375]', async () => {
  const withdrawal = await submit(site.database, member.userId, 'withdrawal', 1000)
  await edit(1)
  await check()
  const account = async () => (await readFindings()).findings.filter(({ stops }) => stops === 'account')
  const [first, second] = await account()
  expect((await release(first?.id ?? '', owner)).body.code).toBe('finding_persists')
  await edit(-1)
  // The repair alone is not enough: a check has to see it.
  expect((await release(first?.id ?? '', owner)).body.code).toBe('finding_persists')
  await check()
  expect((await account()).filter(({ settled_at: at }) => at === null)).toEqual([])
  expect((await approve(withdrawal)).body.code).toBe('account_under_review')
  // A fault that is back after the check is seen at once.
  await edit(1)
  expect((await release(first?.id ?? '', owner)).body.code).toBe('finding_persists')
  await edit(-1)
  expect((await release(first?.id ?? '', owner)).status).toBe(200)
  expect((await release(first?.id ?? '', owner)).body.code).toBe('finding_released_already')
  expect((await approve(withdrawal)).body.code).toBe('account_under_review')
  expect((await release(second?.id ?? '', owner)).status).toBe(200)
  expect((await approve(withdrawal)).status).toBe(200)
  const { rows } = await site.database.owner.query(
    "SELECT actor_id, detail ->> 'reason' AS reason FROM audit_events WHERE action = 'finding_released' AND subject_id = $1",
    [member.userId],
  )
  const record = { actor_id: owner.userId, reason: 'The row was put right from its lines' }
  expect(rows).toEqual([record, record])
})

test('coins that no account explains stop every approval, and no rejection [A376]', async () => {
  const [one, other] = [
    await submit(site.database, member.userId, 'withdrawal', 1000),
    await submit(site.database, member.userId, 'withdrawal', 1000),
  ]
  // Line, movement and balance agree with one another. No call has made them.
  await plantEdit(
    site.database,
    `WITH moved AS (
       INSERT INTO ledger.movements (user_id, leg, credit_id, amount, rate, reason) VALUES ($1, 'adjustment_in', $1, 1, 1, 'Made up') RETURNING *),
     grown AS (UPDATE ledger.accounts SET available = available + 1, version = version + 1 WHERE user_id = $1 RETURNING *)
     INSERT INTO ledger.lines (user_id, version, movement_user_id, movement_id, type, available_delta, locked_delta, available_after, locked_after, rate)
     SELECT $1, g.version, $1, m.id, 'ADJUSTMENT_IN', 1, 0, g.available, g.locked, 1 FROM moved m, grown g`,
    [member.userId],
  )
  await check()
  const { findings } = await readFindings()
  expect(findings.filter(({ stops }) => stops === 'platform')).toMatchObject([
    { rule: 'totals differ from the journal', member: null },
  ])
  await plantEdit(site.database, "DELETE FROM ledger.findings WHERE stops = 'account'")
  expect(await approve(one)).toMatchObject({ status: 409, body: { code: 'platform_under_review' } })
  expect((await approve(other, 'rejected')).status).toBe(200)
})
