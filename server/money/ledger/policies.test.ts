import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Duty } from '../../../contract/roles.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  expectNoViolations,
  expectRefused,
  readBalance,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'

let database: TestDatabase
let first: string
let second: string

beforeAll(async () => {
  database = await createTestDatabase()
})
// Each test has administrators of its own. The others are suspended, apart from the one who keeps the site an owner.
beforeEach(async () => {
  first = await createOwner()
  await database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE role = 'admin' AND id <> $1`, [first])
  second = await createOwner()
})
afterEach(() => expectNoViolations(database))
afterAll(() => database.drop())

const createOwner = async (duty: Duty = 'owner') => (await createAdmin(database.ownerDb, 'Grace Admin', duty)).id
const suspend = (id: string) => database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [id])

/** Returns a buy of so many USD, at a cent for a coin. */
async function buyOf(usd: number, referredById?: string) {
  const { id: userId } = await createMember(database.ownerDb, referredById ? { referredById } : {})
  const requestId = await submitPackage(database, userId, await createPackage(database, { coins: usd * 100 }))
  return { userId, requestId }
}
type Bought = Awaited<ReturnType<typeof buyOf>>

const approve = async (actorId: string, { userId, requestId }: Bought, key: string = randomUUID()) =>
  ledger.decide(database.ownerDb, { token: null, actorId, key, userId, requestId, status: 'approved' })
const adjust = async (actorId: string, userId: string, coins: string, key: string = randomUUID()) =>
  ledger.adjust(database.ownerDb, { token: null, actorId, key, userId, coins, reason: 'Opening balance' })

async function readRequest({ requestId }: Bought) {
  const { rows } = await database.owner.query<{ status: string; decided_by: string | null; approvers: string[] }>(
    `SELECT r.status, r.decided_by, ARRAY(SELECT a.administrator_id FROM ledger.approvals a WHERE a.request_id = r.id
                                           ORDER BY a.created_at) AS approvers
       FROM ledger.requests r WHERE r.id = $1`,
    [requestId],
  )
  return rows[0]
}

async function readOutlook(actorId: string, { requestId }: Bought) {
  const { rows } = await database.app.query<{ worth: string; need: string; ready_at: string | null }>(
    'SELECT o.* FROM ledger.requests r CROSS JOIN ledger.approval_outlook($1, r) o WHERE r.id = $2',
    [actorId, requestId],
  )
  return rows[0]
}

const setPolicy = (subject: string, scope: string, usd: number, hold: number | null = null) =>
  database.owner.query(
    `INSERT INTO ledger.policies (subject, scope, outcome, over_usd, hold_hours) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (subject, scope, outcome) DO UPDATE SET over_usd = excluded.over_usd`,
    [subject, scope, hold === null ? 'second' : 'hold', usd, hold],
  )
const dropPolicy = (subject: string, scope: string) =>
  database.owner.query('DELETE FROM ledger.policies WHERE subject = $1 AND scope = $2', [subject, scope])

test('an approval over 10,000 USD waits for a second administrator, and both are on record', async () => {
  const buy = await buyOf(10_010)
  const key = randomUUID()
  expect(await readOutlook(first, buy)).toMatchObject({ worth: '10010', need: 'second', ready_at: null })
  expect(await approve(first, buy, key)).toEqual({ replayed: false })
  expect(await readRequest(buy)).toEqual({ status: 'pending', decided_by: null, approvers: [first] })
  expect(await readBalance(database, buy.userId)).toEqual(['0', '0'])
  expect(await approve(first, buy, key)).toEqual({ replayed: true })
  await expectRefused(database, 'approval_given_already', () => approve(first, buy))

  expect(await readOutlook(first, buy)).toMatchObject({ need: 'given', ready_at: null })
  expect(await readOutlook(second, buy)).toMatchObject({ need: 'completes' })
  await approve(second, buy)
  expect(await readRequest(buy)).toEqual({ status: 'approved', decided_by: second, approvers: [first] })
  expect(await readBalance(database, buy.userId)).toEqual(['1001000', '0'])
  expect(await approve(first, buy, key)).toEqual({ replayed: true })
})

test('an approval of exactly 10,000 USD is decided by one administrator', async () => {
  const buy = await buyOf(10_000)
  expect(await readOutlook(first, buy)).toMatchObject({ worth: '10000', need: 'nothing' })
  await approve(first, buy)
  expect(await readRequest(buy)).toMatchObject({ status: 'approved', approvers: [] })
})

test('the worth counts the bonus and the reward, not only what is paid', async () => {
  const { id: referrer } = await createMember(database.ownerDb)
  const { id: userId } = await createMember(database.ownerDb, { referredById: referrer })
  const cheap = await createPackage(database, { coins: 900_000, coinPrice: '0.00001112', bonusPercentage: '5' })
  const buy = { userId, requestId: await submitPackage(database, userId, cheap) }
  // 900,000 coins, 45,000 bonus and 180,000 reward at a cent each, for 10.01 USD.
  expect(await readOutlook(first, buy)).toMatchObject({ worth: '11250', need: 'second' })
})

test('a second approval by a person whom it pays is refused, and a first one no longer counts', async () => {
  const referrer = await createOwner('approver')
  const buy = await buyOf(20_000, referrer)
  await expectRefused(database, 'forbidden', () => approve(referrer, buy))
  const later = await buyOf(20_000)
  await approve(first, later)
  // The first administrator becomes the referrer, as no call of the application can make them.
  await database.owner.query('UPDATE profiles SET referred_by_id = $1 WHERE id = $2', [first, later.userId])
  await approve(second, later)
  expect(await readRequest(later)).toMatchObject({ status: 'pending', approvers: [first, second] })
  await database.owner.query('UPDATE profiles SET referred_by_id = NULL WHERE id = $1', [later.userId])
})

test('an approval of an administrator who is suspended since no longer counts', async () => {
  const buy = await buyOf(20_000)
  await approve(first, buy)
  await suspend(first)
  await approve(second, buy)
  expect(await readRequest(buy)).toMatchObject({ status: 'pending' })
})

test('two approvals at the same moment are the first and the second', async () => {
  for (let round = 0; round < 10; round += 1) {
    const buy = await buyOf(20_000)
    await Promise.all([approve(first, buy), approve(second, buy)])
    const request = await readRequest(buy)
    expect(new Set([request?.decided_by, ...(request?.approvers ?? [])])).toEqual(new Set([first, second]))
    expect(await readBalance(database, buy.userId)).toEqual(['2000000', '0'])
  }
})

test('of fifty decisions at once, one administrator alone decides 25,000 USD', async () => {
  const buys = await Promise.all(Array.from({ length: 50 }, () => buyOf(1000)))
  await Promise.all(buys.map((buy) => approve(first, buy)))
  const requests = await Promise.all(buys.map(readRequest))
  expect(requests.filter((request) => request?.status === 'approved')).toHaveLength(25)
  const waiting = buys.filter((_, at) => requests[at]?.status === 'pending')
  await Promise.all(waiting.map((buy) => approve(second, buy)))
  const after = await Promise.all(buys.map(readRequest))
  expect(after.every((request) => request?.status === 'approved')).toBe(true)
  // Decisions of two count for neither, so the second one can still decide as much alone.
  expect(await readOutlook(second, await buyOf(10_000))).toMatchObject({ need: 'nothing' })
})

test('corrections and decisions count together, and after a day they count no more', async () => {
  const { id: userId } = await createMember(database.ownerDb)
  await adjust(first, userId, '1000000')
  await approve(first, await buyOf(10_000))
  expect(await adjust(first, userId, '-500001')).toMatchObject({ movementId: null })
  await database.owner.query(
    `UPDATE ledger.decided_worth SET hour = hour - interval '25 hours' WHERE administrator_id = $1`,
    [first],
  )
  expect(await adjust(first, userId, '-400000')).toMatchObject({
    replayed: false,
    movementId: expect.any(String) as string,
  })
})

test('a correction over 10,000 USD waits for another owner, who makes the same call', async () => {
  const { id: userId } = await createMember(database.ownerDb)
  const key = randomUUID()
  expect(await adjust(first, userId, '1000001', key)).toEqual({ movementId: null, replayed: false })
  expect(await adjust(first, userId, '1000001', key)).toEqual({ movementId: null, replayed: true })
  await expectRefused(database, 'approval_given_already', () => adjust(first, userId, '1000001'))
  expect(await readBalance(database, userId)).toEqual(['0', '0'])
  expect(await adjust(second, userId, '1000001')).toMatchObject({
    movementId: expect.any(String) as string,
    replayed: false,
  })
  expect(await readBalance(database, userId)).toEqual(['1000001', '0'])
  expect(await adjust(first, userId, '1000001', key)).toEqual({ movementId: null, replayed: true })
  const { rows } = await database.owner.query(
    'SELECT kind, status, proposer_id, closed_by FROM ledger.proposed_changes WHERE subject_id = $1',
    [userId],
  )
  expect(rows).toEqual([{ kind: 'adjustment', status: 'made', proposer_id: first, closed_by: second }])
})

test('corrections of less than a cent count a cent each', async () => {
  const { id: userId } = await createMember(database.ownerDb)
  for (let count = 0; count < 3; count += 1) await adjust(first, userId, '0.49')
  const { rows } = await database.owner.query(
    'SELECT sum(alone_usd)::text AS sum FROM ledger.decided_worth WHERE administrator_id = $1',
    [first],
  )
  expect(rows).toEqual([{ sum: '0.03' }])
})

test('a correction that could not be made is not proposed', async () => {
  const { id: userId } = await createMember(database.ownerDb)
  await expectRefused(database, 'insufficient_funds', () => adjust(first, userId, '-2000000'))
})

test('an administrator without a second one completes an approval after 24 hours', async () => {
  await suspend(second)
  const buy = await buyOf(20_000)
  expect(await readOutlook(first, buy)).toMatchObject({ need: 'delay' })
  await approve(first, buy)
  await expectRefused(database, 'approval_given_already', () => approve(first, buy))
  await database.owner.query('ALTER TABLE ledger.approvals DISABLE TRIGGER append_only')
  await database.owner.query(`UPDATE ledger.approvals SET created_at = created_at - interval '24 hours'`)
  await database.owner.query('ALTER TABLE ledger.approvals ENABLE TRIGGER append_only')
  expect(await readOutlook(first, buy)).toMatchObject({ need: 'completes' })
  await approve(first, buy)
  expect(await readRequest(buy)).toMatchObject({ status: 'approved', decided_by: first, approvers: [first] })
})

test('a proposed correction of the only owner is completed after 24 hours, and ends after seven days', async () => {
  await suspend(second)
  const { id: userId } = await createMember(database.ownerDb)
  const age = (days: number) =>
    database.owner.query(
      `UPDATE ledger.proposed_changes SET created_at = now() - make_interval(days => $1) WHERE subject_id = $2 AND status = 'waiting'`,
      [days, userId],
    )
  await adjust(first, userId, '2000000')
  await age(8)
  expect(await adjust(first, userId, '2000000')).toMatchObject({ movementId: null })
  await expectRefused(database, 'approval_given_already', () => adjust(first, userId, '2000000'))
  await age(1)
  expect(await adjust(first, userId, '2000000')).toMatchObject({ movementId: expect.any(String) as string })
})

test('a rule can sum by member and by platform', async () => {
  const buy = await buyOf(100)
  await setPolicy('deposit', 'by_member_24h', 150)
  await approve(first, buy)
  const { userId } = buy
  const again = { userId, requestId: await submitPackage(database, userId, await createPackage(database)) }
  expect(await readOutlook(first, again)).toMatchObject({ need: 'second' })
  expect(await readOutlook(first, await buyOf(100))).toMatchObject({ need: 'nothing' })
  await dropPolicy('deposit', 'by_member_24h')
  await setPolicy('money', 'by_platform_24h', 1)
  expect(await readOutlook(second, await buyOf(10))).toMatchObject({ need: 'second' })
  await dropPolicy('money', 'by_platform_24h')
})

test('a rule can hold a request for a time after it was submitted', async () => {
  await setPolicy('deposit', 'single', 50, 12)
  const buy = await buyOf(100)
  expect(await readOutlook(first, buy)).toMatchObject({ need: 'held' })
  await expectRefused(database, 'held_by_policy', () => approve(first, buy))
  expect(await readOutlook(first, await buyOf(50))).toMatchObject({ need: 'nothing' })
  await dropPolicy('deposit', 'single')
})

test('a rejection needs one administrator, also after a first approval', async () => {
  const buy = await buyOf(20_000)
  await approve(first, buy)
  const call = {
    token: null,
    actorId: first,
    key: randomUUID(),
    ...buy,
    status: 'rejected',
    notes: 'Not paid',
  } as const
  await ledger.decide(database.ownerDb, call)
  expect(await readRequest(buy)).toMatchObject({ status: 'rejected' })
})

test('a withdrawal that could not be paid is not noted as approved', async () => {
  const { id: userId } = await createMember(database.ownerDb)
  await adjust(first, userId, '2000000')
  await adjust(second, userId, '2000000')
  const requestId = await submit(database, userId, 'withdrawal', 1_500_000)
  await database.owner.query(
    `INSERT INTO platform_addresses (address) SELECT wallet_address FROM profiles WHERE id = $1 ON CONFLICT DO NOTHING`,
    [userId],
  )
  await expectRefused(database, 'wallet_of_platform', () => approve(first, { userId, requestId }))
  await database.owner.query(
    `DELETE FROM platform_addresses WHERE address = (SELECT wallet_address FROM profiles WHERE id = $1)`,
    [userId],
  )
})
