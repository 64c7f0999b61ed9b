import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listNotices } from '../../../contract/notices.ts'
import { getRequestCounts, getRequestReview } from '../../../contract/request-review.ts'
import { listQueue } from '../../../contract/queue.ts'
import { cancelRequest, decideRequest, getRequest, submitBuyRequest } from '../../../contract/requests.ts'
import { askForSlip, replaceSlip } from '../../../contract/slip-requests.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { expectNoViolations, makeOlder, readBalance, submitPackage } from '../../../tests/helpers/ledger.ts'
import { expireBuy } from '../../../tests/helpers/ledger-calls.ts'
import { createUploadRow } from '../../../tests/helpers/people.ts'
import { plantRequest } from '../../../tests/helpers/planted-requests.ts'
import { countOverdue } from './overdue.ts'
import { measureDecisions } from './decision-times.ts'

let site: TestApp
let admin: Person
let member: Person
let requestId: string
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
beforeEach(async () => {
  member = await createMember(site)
  requestId = await submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
})
afterEach(() => expectNoViolations(site.database))
afterAll(() => site.close())

const newSlip = () => createUploadRow(site.database.ownerDb, member.userId)
const ask = (revision = 0, reason = 'The amount cannot be read.', person = admin) =>
  call(
    site,
    askForSlip,
    { params: { userId: member.userId, requestId }, body: { reason, slip_revision: revision } },
    { ...person, key: randomUUID() },
  )
const send = (body: { payment_proof_id?: string; transaction_hash?: string }) =>
  call(site, replaceSlip, { params: { requestId }, body }, { ...member, key: randomUUID() })
const decide = (revision?: number, status: 'approved' | 'rejected' = 'approved') =>
  call(
    site,
    decideRequest,
    {
      params: { userId: member.userId, requestId },
      body: { status, admin_notes: 'Seen', ...(revision !== undefined && { slip_revision: revision }) },
    },
    { ...admin, key: randomUUID() },
  )
const read = async (person = member) =>
  (await call(site, getRequest, { params: { userId: member.userId, requestId } }, person)).body
const review = async () =>
  (await call(site, getRequestReview, { params: { userId: member.userId, requestId } }, admin)).body
/** Moves the question, or the submission, some hours back. */
async function shift(column: 'slip_asked_at' | 'created_at' | 'clock_from', hours: number) {
  await site.database.owner.query(
    `ALTER TABLE ledger.requests DISABLE TRIGGER guard_change;
     UPDATE ledger.requests SET ${column} = ${column} - interval '${hours} hours' WHERE id = '${requestId}';
     ALTER TABLE ledger.requests ENABLE TRIGGER guard_change`,
  )
}

test('a member reads why another slip is needed, sends it, and the new slip is the one that is decided', async () => {
  const first = (await read()) as { payment_proof_id: string }
  expect((await ask()).body).toMatchObject({ status: 'pending', slip_reason: 'The amount cannot be read.' })
  expect(await read()).toMatchObject({
    status: 'pending',
    slip_reason: 'The amount cannot be read.',
    slip_asked_at: expect.any(String) as string,
  })
  const notices = await call(site, listNotices, { query: {} }, member)
  expect(notices.body.items).toMatchObject([
    { kind: 'slip_asked', note: 'The amount cannot be read.', request: { id: requestId } },
  ])

  const slip = await newSlip()
  expect((await send({ payment_proof_id: slip, transaction_hash: 'abcdef123' })).body).toMatchObject({
    payment_proof_id: slip,
    transaction_hash: 'abcdef123',
    slip_revision: 1,
    slip_asked_at: null,
    slip_reason: null,
  })
  expect(await review()).toMatchObject({
    request: { payment_proof_id: slip, slip_revision: 1 },
    slip_sent_at: expect.any(String) as string,
    former_slips: [{ revision: 0, upload: { id: first.payment_proof_id }, transaction_hash: null }],
  })
  expect((await decide(0)).body).toMatchObject({ code: 'slip_replaced' })
  expect((await decide()).body).toMatchObject({ code: 'slip_replaced' })
  expect((await decide(1)).body).toMatchObject({ status: 'approved' })
  expect((await readBalance(site.database, member.userId))[0]).not.toBe('0')
})

test('a member gets one question for a slip at a time, with a reason, five times at most, and for the slip that was seen [A358]', async () => {
  for (let revision = 0; revision < 5; revision += 1) {
    expect((await ask(revision, '   ')).body).toMatchObject({ code: 'invalid_request' })
    expect((await ask(revision + 1)).body).toMatchObject({ code: 'slip_replaced' })
    expect((await ask(revision)).status).toBe(200)
    expect((await ask(revision)).body).toMatchObject({ code: 'slip_asked_already' })
    expect((await send({ payment_proof_id: await newSlip() })).status).toBe(200)
  }
  expect((await ask(5)).body).toMatchObject({ code: 'slip_asks_full' })
  const { former_slips: slips } = await review()
  expect(slips.map(({ revision }) => revision)).toEqual([4, 3, 2, 1, 0])
  expect(new Set(slips.map(({ upload }) => upload?.id)).size).toBe(5)
})

test('only the asked member of an open buy replaces its slip, with a file of their own that no request has had [A359]', async () => {
  expect((await send({ payment_proof_id: await newSlip() })).body).toMatchObject({ code: 'slip_not_asked' })
  await ask()
  const stranger = await createMember(site)
  const strange = await createUploadRow(site.database.ownerDb, stranger.userId)
  expect((await send({ payment_proof_id: strange })).body).toMatchObject({ code: 'not_found' })
  const other = await call(
    site,
    replaceSlip,
    { params: { requestId }, body: { payment_proof_id: strange } },
    { ...stranger, key: randomUUID() },
  )
  expect(other.body).toMatchObject({ code: 'not_found' })
  expect((await send({})).body).toMatchObject({ code: 'slip_unchanged' })
  const { payment_proof_id: first } = (await read()) as { payment_proof_id: string }
  expect((await send({ payment_proof_id: first })).body).toMatchObject({ code: 'slip_unchanged' })
  await send({ payment_proof_id: await newSlip() })
  await ask(1)
  expect((await send({ payment_proof_id: first })).body).toMatchObject({ code: 'upload_already_used' })
  const again = await call(
    site,
    submitBuyRequest,
    { body: { amount_coins: 10_000, package_id: site.packageId, payment_proof_id: first } },
    { ...member, key: randomUUID() },
  )
  expect(again.body).toMatchObject({ code: 'upload_already_used' })
  expect((await send({ transaction_hash: 'abcdef123' })).body).toMatchObject({ transaction_hash: 'abcdef123' })
  await call(site, cancelRequest, { params: { requestId } }, { ...member, key: randomUUID() })
  expect((await send({ payment_proof_id: await newSlip() })).body).toMatchObject({ code: 'already_processed' })
})

test('while the member is asked, an administrator may approve or reject, and the member may cancel', async () => {
  await ask()
  expect((await decide(0)).body).toMatchObject({ status: 'approved', slip_asked_at: null, slip_reason: null })
  expect((await send({ payment_proof_id: await newSlip() })).body).toMatchObject({ code: 'already_processed' })
  expect((await ask()).body).toMatchObject({ code: 'already_processed' })
})

test('an approval uses up the file that was replaced as well, so the same payment does not pay twice [A360]', async () => {
  await ask()
  await send({ payment_proof_id: await newSlip() })
  await decide(1)
  const { rows } = await site.database.owner.query<{ sha256: string }>(
    `select encode(u.sha256, 'hex') as sha256 from ledger.slip_requests s join uploads u on u.id = s.former_upload_id where s.request_id = $1`,
    [requestId],
  )
  const copy = await newSlip()
  await site.database.owner.query(`update uploads set sha256 = decode($2, 'hex') where id = $1`, [
    copy,
    rows[0]?.sha256,
  ])
  const bought = await call(
    site,
    submitBuyRequest,
    { body: { amount_coins: 10_000, package_id: site.packageId, payment_proof_id: copy } },
    { ...member, key: randomUUID() },
  )
  const earlier = requestId
  requestId = bought.body.id
  expect((await review()).evidence).toMatchObject([{ kind: 'same_file', requests: [{ id: earlier }] }])
  const body = { status: 'approved' as const, acknowledged: ['same_file' as const] }
  const params = { userId: member.userId, requestId }
  const refused = await call(site, decideRequest, { params, body }, { ...admin, key: randomUUID() })
  expect(refused.body).toMatchObject({ code: 'payment_used_before' })
})

test('buys that wait for their members stand after the others in the queue, on every page, and by themselves', async () => {
  await ask()
  const waitingId = requestId
  const ready = await submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
  const page = async (query: { waits?: 'member' | 'administrator'; cursor?: string; limit?: number }) =>
    (await call(site, listQueue, { params: { kind: 'buy' }, query }, admin)).body
  const all: string[] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor: next } = await page({ limit: 1, ...(cursor !== undefined && { cursor }) })
    expect(items).toHaveLength(1)
    all.push(...items.map(({ id }) => id))
    cursor = next ?? undefined
  } while (cursor !== undefined)
  expect(all).toEqual([...new Set(all)])
  expect(all.indexOf(waitingId)).toBeGreaterThan(all.indexOf(ready))
  expect((await page({ limit: 100 })).items.map(({ id }) => id)).toEqual(all)
  const mine = (await page({ waits: 'member' })).items.map(({ id }) => id)
  expect(mine).toContain(waitingId)
  expect(mine).not.toContain(ready)
  expect((await page({ waits: 'administrator', limit: 100 })).items.map(({ id }) => id)).not.toContain(waitingId)
})

test('buys that wait for their members come last in both orders of a search, too, and no count of decisions has them', async () => {
  const older = requestId
  const newer = await submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
  const before = (await call(site, getRequestCounts, {}, admin)).body.buy
  requestId = newer
  await ask()
  const after = (await call(site, getRequestCounts, {}, admin)).body.buy
  expect(after).toMatchObject({ pending: before.pending, waits_for_member: before.waits_for_member + 1 })
  for (const order of ['oldest', 'newest'] as const) {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const query = { search: member.email, order, limit: 1, ...(cursor !== undefined && { cursor }) }
      const { body } = await call(site, listQueue, { params: { kind: 'buy' }, query }, admin)
      found.push(...body.items.map(({ id }) => id))
      cursor = body.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual([older, newer])
  }
  await send({ payment_proof_id: await newSlip() })
  const answered = (await call(site, getRequestCounts, {}, admin)).body.buy
  expect(answered).toMatchObject({ pending: before.pending, waits_for_member: before.waits_for_member })
})

test('the time in which the member is waited for makes no request late, and is no part of the usual times', async () => {
  const promises = { usual: { buy: null, withdrawal: null, transfer: null }, packages: {} }
  await site.database.owner.query(`delete from decision_times`)
  const before = await countOverdue(site.deps.db, 'buy', promises)
  requestId = await plantRequest(site.database, { userId: member.userId, kind: 'buy', age: 80 * 3600 })
  expect(await countOverdue(site.deps.db, 'buy', promises)).toBe(before + 1)
  await ask()
  expect(await countOverdue(site.deps.db, 'buy', promises)).toBe(before)
  await shift('slip_asked_at', 50)
  await send({ payment_proof_id: await newSlip() })
  // 30 of the 80 hours were the platform's.
  expect(await countOverdue(site.deps.db, 'buy', promises)).toBe(before)
  await shift('clock_from', 43)
  expect(await countOverdue(site.deps.db, 'buy', promises)).toBe(before + 1)
  await decide(1, 'rejected')
  await site.database.owner.query(
    `ALTER TABLE ledger.requests DISABLE TRIGGER guard_change;
     UPDATE ledger.requests SET decided_at = now() - interval '40 days' WHERE decided_by IS NOT NULL AND id <> '${requestId}';
     ALTER TABLE ledger.requests ENABLE TRIGGER guard_change`,
  )
  for (let n = 0; n < 4; n += 1) {
    const request = { userId: member.userId, kind: 'buy', age: 80 * 3600, status: 'rejected' } as const
    await plantRequest(site.database, { ...request, after: 3600, decidedBy: admin.userId })
  }
  await measureDecisions(site.deps.db)
  const { rows } = await site.database.owner.query<{ hours: number }>(
    `select round(most_seconds / 3600.0)::int as hours from decision_times where kind = 'buy'`,
  )
  expect(rows).toEqual([{ hours: 73 }])
  await site.database.owner.query(
    `ALTER TABLE ledger.requests DISABLE TRIGGER append_only;
     DELETE FROM ledger.requests WHERE user_id = '${member.userId}' AND status = 'rejected' AND id <> '${requestId}';
     ALTER TABLE ledger.requests ENABLE TRIGGER append_only`,
  )
})

test('a buy expires by the days since its member was asked, and otherwise by those in which the platform had it', async () => {
  await makeOlder(site.database, requestId, 8)
  await ask()
  await expireBuy(site.database.ownerDb)
  expect((await read()).status).toBe('pending')
  await shift('slip_asked_at', 8 * 24)
  await expireBuy(site.database.ownerDb)
  expect((await read()).status).toBe('expired')
})

test('calls at the same moment: one question, one slip, and no decision about a slip that no administrator looked at [A361]', async () => {
  for (let round = 0; round < 4; round += 1) {
    member = await createMember(site)
    requestId = await submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const slips = [await newSlip(), await newSlip()]
    const [decided, ...sent] = await Promise.all([decide(0), ...slips.map((slip) => send({ payment_proof_id: slip }))])
    const arrived = sent.filter(({ status }) => status === 200)
    const request = await read()
    if (decided.status === 200) {
      expect(arrived).toHaveLength(0)
      expect(request).toMatchObject({ status: 'approved', slip_revision: 0 })
    } else {
      expect(decided.body).toMatchObject({ code: 'slip_replaced' })
      expect(arrived).toHaveLength(1)
      expect(request).toMatchObject({ status: 'pending', slip_revision: 1 })
    }
  }
})
