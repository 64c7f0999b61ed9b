import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPayouts, failPayout, recordPayouts, type PayoutLine } from '../../contract/payouts.ts'
import { payoutLinesMax } from '../../contract/endpoints/payouts.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { addPayoutLog } from '../helpers/payout-logs.ts'
import { createPayout, noteSent, readPayoutState, type PayoutFixture } from '../helpers/payouts.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { makeSender } from '../helpers/transfers.ts'
import { callProven } from '../helpers/two-factor.ts'
import { makeStrangeHash } from '../helpers/watched-chain.ts'

let site: TestApp
let admin: Person
let payout: PayoutFixture
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  payout = await createPayout(site.database, admin.userId)
})
afterAll(async () => site.close())

const record = async (lines: PayoutLine[], as = admin) =>
  call(site, recordPayouts, { body: { lines } }, { cookie: as.cookie, key: randomUUID() })
const lineOf = (extra: Partial<PayoutLine> = {}): PayoutLine => ({
  reference: payout.address,
  hash: makeStrangeHash(),
  ...extra,
})

test('an approver records nothing for a payout of their own, and does not say that it failed [A280]', async () => {
  const own = await createPayout(site.database, admin.userId, { address: `T${randomUUID()}` })
  const hash = makeStrangeHash()
  const before = await readTableDigests(site.database.owner)
  for (const statement of [
    `select ledger.note_sent('${own.userId}', '${own.userId}', '${own.requestId}', null, '${hash}')`,
    `select ledger.note_failed('${own.userId}', '${own.userId}', '${own.requestId}', '${hash}', 'So that it is paid again')`,
  ])
    await expect(site.database.owner.query(statement)).rejects.toMatchObject({ constraint: 'forbidden' })
  expect(await readTableDigests(site.database.owner)).toEqual(before)
})

test('a member, a support person and an auditor record and undo nothing [A281]', async () => {
  const people = [
    await createMember(site),
    await createAdmin(site, 'Sam', 'support'),
    await createAdmin(site, 'Aya', 'auditor'),
  ]
  const { userId, requestId } = payout
  const before = await readPayoutState(site.database, payout)
  for (const person of people) {
    expect((await record([lineOf()], person)).status).toBe(403)
    const failure = { params: { userId, requestId }, body: { hash: makeStrangeHash(), reason: 'No' } }
    expect((await call(site, failPayout, failure, { cookie: person.cookie, key: randomUUID() })).status).toBe(403)
  }
  expect(await readPayoutState(site.database, payout)).toEqual(before)
})

test('a hash for another address than the frozen one is not recorded [A282]', async () => {
  const { body } = await record([
    lineOf({ reference: 'TNowhere' }),
    lineOf({ address: 'T', reference: payout.address }),
  ])
  expect(body.lines[0]?.outcome).toBe('payout_unknown')
  expect((await readPayoutState(site.database, payout)).hash).not.toBe(null)
})

test('a list of 10,000 lines, of none, or with fields of its own is refused as a whole [A283]', async () => {
  const other = await createPayout(site.database, admin.userId, { address: `T${randomUUID()}` })
  const many = Array.from({ length: 10_000 }, () => lineOf({ reference: other.address }))
  for (const lines of [many, many.slice(0, payoutLinesMax + 1), [], [{ ...lineOf(), state: 'confirmed' }]])
    expect([400, 413]).toContain((await record(lines)).status)
  expect(await readPayoutState(site.database, other)).toMatchObject({ state: 'to_pay' })
})

test('a stale page replaces no hash and undoes no payment that it has not seen [A284]', async () => {
  const seen = await createPayout(site.database, admin.userId, { address: `T${randomUUID()}` })
  const [first, second] = [makeStrangeHash(), makeStrangeHash()]
  await noteSent(site.database.ownerDb, seen, { actorId: admin.userId, hash: first })
  await noteSent(site.database.ownerDb, seen, { actorId: admin.userId, hash: second, replaces: first })
  const { userId, requestId } = seen
  const stale = { params: { userId, requestId }, body: { hash: first, reason: 'It failed' } }
  const answer = await callProven(site, admin, failPayout, stale, { 'idempotency-key': randomUUID() })
  expect([answer.status, answer.body.code]).toEqual([409, 'payout_changed'])
  expect(await readPayoutState(site.database, seen)).toMatchObject({ state: 'sent', hash: second })
})

test('the file of all due payments does not leave with a stolen cookie alone [A285]', async () => {
  const answer = await call(site, exportPayouts, { query: {} }, { cookie: admin.cookie })
  expect(answer.status).toBe(401)
})

test('the application’s own login confirms no payout without a log, and changes no log [A286]', async () => {
  for (const statement of [
    `UPDATE ledger.payouts SET state = 'confirmed'`,
    `UPDATE public.payout_logs SET pays = NULL`,
    `SELECT ledger.note_failed(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'a', 'b')`,
    `SELECT ledger.fail_payout('${'A'.repeat(64)}', null, '${payout.userId}', '${payout.requestId}', 'a', 'b')`,
  ])
    await expect(site.database.app.query(statement)).rejects.toThrow()
})

test('a log that this login invents confirms what a person has noted as sent, and nothing else [A286]', async () => {
  const { app, ownerDb } = site.database
  const [sent, due] = [await createPayout(site.database, admin.userId), await createPayout(site.database, admin.userId)]
  const [hash, unknown] = [makeStrangeHash(), makeStrangeHash()]
  await expect(app.query('INSERT INTO payout_transactions (hash) VALUES ($1)', [unknown])).rejects.toThrow('denied')
  await noteSent(ownerDb, sent, { actorId: admin.userId, hash })
  await addPayoutLog(site.database, sent, { hash, from: makeSender(), block: 1 })
  expect(await readPayoutState(site.database, sent)).toMatchObject({ state: 'confirmed', hash })
  expect(await readPayoutState(site.database, due)).toMatchObject({ state: 'to_pay', hash: null })
  await expect(app.query('UPDATE payout_logs SET units = units + 1 WHERE hash = $1', [hash])).rejects.toThrow('denied')
  await expect(app.query('DELETE FROM payout_logs WHERE hash = $1', [hash])).rejects.toThrow('denied')
})
