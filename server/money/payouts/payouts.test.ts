import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations, expectRefused, submit } from '../../../tests/helpers/ledger.ts'
import {
  createPayout,
  noteFailed,
  noteSent,
  readPayoutHistory,
  readPayoutState,
} from '../../../tests/helpers/payouts.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { makeStrangeHash } from '../../../tests/helpers/watched-chain.ts'

let database: TestDatabase
let adminId: string
let otherId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  otherId = (await createAdmin(database.ownerDb, 'Ada Other', 'approver')).id
})
afterEach(() => expectNoViolations(database))
afterAll(() => database.drop())

const count = async (outcomes: Promise<unknown>[]) => {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(outcomes)) {
    const name = result.status === 'fulfilled' ? String(result.value) : (result.reason as { code: string }).code
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('an approved withdrawal is to be paid, and one that waits, a buy or a transfer has no payout', async () => {
  const payout = await createPayout(database, adminId)
  expect(await readPayoutState(database, payout)).toEqual({ state: 'to_pay', hash: null, finding: null, failures: 0 })
  const { id } = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, adminId, id, 5_000)
  await submit(database, id, 'withdrawal', 1_000)
  const { rows } = await database.owner.query('SELECT FROM ledger.payouts WHERE user_id = $1', [id])
  expect(rows).toEqual([])
})

test('a payout is sent, corrected, fails and is sent again, and its history tells all of it', async () => {
  const payout = await createPayout(database, adminId)
  const [wrong, right, next] = [makeStrangeHash(), makeStrangeHash(), makeStrangeHash()]
  expect(await noteSent(database.ownerDb, payout, { actorId: adminId, hash: `0x${wrong.toUpperCase()}` })).toBe(
    'recorded',
  )
  expect(await noteSent(database.ownerDb, payout, { actorId: otherId, hash: wrong })).toBe('unchanged')
  await noteSent(database.ownerDb, payout, { actorId: otherId, hash: right, replaces: wrong })
  await noteFailed(database.ownerDb, payout, { actorId: adminId, hash: right })
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'to_pay', hash: null, failures: 1 })
  await noteSent(database.ownerDb, payout, { actorId: adminId, hash: next })
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent', hash: next, failures: 1 })
  expect(await readPayoutHistory(database, payout)).toEqual([
    'sent',
    `corrected: ${wrong}`,
    'failed: Out of energy',
    'sent',
  ])
})

test('a wrong address, a text that is no hash, another state and a hash that changed meanwhile are refused', async () => {
  const payout = await createPayout(database, adminId)
  const hash = makeStrangeHash()
  const sent = { actorId: adminId, hash }
  const refused = (code: Parameters<typeof expectRefused>[1], call: () => Promise<unknown>) =>
    expectRefused(database, code, call)
  await refused('payout_address_differs', () => noteSent(database.ownerDb, payout, { ...sent, address: 'T-elsewhere' }))
  await refused('payout_hash_not_valid', () => noteSent(database.ownerDb, payout, { ...sent, hash: 'abc' }))
  await refused('payout_changed', () => noteSent(database.ownerDb, payout, { ...sent, replaces: makeStrangeHash() }))
  await refused('payout_changed', () => noteFailed(database.ownerDb, payout, sent))
  await noteSent(database.ownerDb, payout, sent)
  await refused('payout_changed', () => noteSent(database.ownerDb, payout, { ...sent, hash: makeStrangeHash() }))
  await refused('payout_changed', () => noteFailed(database.ownerDb, payout, { ...sent, hash: makeStrangeHash() }))
  await refused('invalid_request', () => noteFailed(database.ownerDb, payout, { ...sent, reason: '  ' }))
})

test('a person acts on no payout of their own', async () => {
  const payout = await createPayout(database, adminId)
  const hash = makeStrangeHash()
  await expectRefused(database, 'forbidden', () => noteSent(database.ownerDb, payout, { actorId: payout.userId, hash }))
  await noteSent(database.ownerDb, payout, { actorId: adminId, hash })
  await expectRefused(database, 'forbidden', () =>
    noteFailed(database.ownerDb, payout, { actorId: payout.userId, hash }),
  )
})

test('of two administrators who record different hashes at once, one learns that the payout changed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const payout = await createPayout(database, adminId)
    const outcomes = [adminId, otherId].map((actorId) =>
      noteSent(database.ownerDb, payout, { actorId, hash: makeStrangeHash() }),
    )
    expect(await count(outcomes)).toEqual({ recorded: 1, payout_changed: 1 })
  }
})

test('of two administrators who note a failure at once, one learns that the payout changed', async () => {
  const payout = await createPayout(database, adminId)
  const hash = makeStrangeHash()
  await noteSent(database.ownerDb, payout, { actorId: adminId, hash })
  const outcomes = [adminId, otherId].map((actorId) => noteFailed(database.ownerDb, payout, { actorId, hash }))
  expect(await count(outcomes)).toEqual({ undefined: 1, payout_changed: 1 })
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'to_pay', failures: 1 })
})

test('a payout keeps everything that is frozen or on record, also not for the owner of the tables', async () => {
  const payout = await createPayout(database, adminId)
  for (const statement of [
    `UPDATE ledger.payouts SET wallet_address = 'T'`,
    'UPDATE ledger.payouts SET usdt_amount = usdt_amount + 1',
    `UPDATE ledger.payouts SET state = 'untracked'`,
    'DELETE FROM ledger.payouts',
    'TRUNCATE ledger.payout_events',
    `UPDATE ledger.payout_events SET hash = repeat('a', 64)`,
  ])
    await expect(database.owner.query(statement)).rejects.toMatchObject({ code: '42501' })
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'to_pay' })
})

test('the application writes no payout itself', async () => {
  await createPayout(database, adminId)
  for (const statement of [
    `UPDATE ledger.payouts SET state = 'sent', hash = repeat('a', 64)`,
    `INSERT INTO ledger.payout_events SELECT FROM ledger.payouts`,
    'DELETE FROM ledger.payouts',
    `UPDATE public.payout_logs SET pays = gen_random_uuid()`,
    `UPDATE ledger.payout_totals SET payouts = 0`,
    `INSERT INTO public.payout_transactions (hash) VALUES (repeat('a', 64))`,
    `SELECT ledger.note_sent(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'T', repeat('a', 64))`,
  ])
    await expect(database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
})
