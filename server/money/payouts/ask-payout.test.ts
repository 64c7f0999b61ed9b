import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeUpTransfer } from '../../demo/chain/made-up-chain.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import {
  createPayout,
  noteFailed,
  noteSent,
  readPayoutHistory,
  readPayoutState,
  type PayoutFixture,
} from '../../../tests/helpers/payouts.ts'
import { createAdmin } from '../../../tests/helpers/people.ts'
import { makeStrangeHash, WatchedChain } from '../../../tests/helpers/watched-chain.ts'

const second = 1_000
const minute = 60 * second

let database: TestDatabase
let world: WatchedChain
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  world = await WatchedChain.open(database, { buyCount: 0 })
})
// Each chain has its own hashes, because what was judged stays.
let seed = 100
beforeEach(async () => world.begin({ seed: (seed += 10) }))
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await world.stop()
  await database.drop()
})

const due = (coins?: number) =>
  createPayout(database, adminId, { address: world.chain.makeAddress(), ...(coins && { coins }) })
const unitsOf = ({ usdt }: PayoutFixture) => BigInt(Math.round(Number(usdt) * 1_000_000))
const pays = (payout: PayoutFixture, extra: Partial<MadeUpTransfer> = {}): MadeUpTransfer => ({
  from: world.chain.makeAddress(),
  to: payout.address,
  units: unitsOf(payout),
  ...extra,
})
const record = (payout: PayoutFixture, hash: string, replaces?: string) =>
  noteSent(database.ownerDb, payout, { actorId: adminId, hash, ...(replaces && { replaces }) })

/** Lets a server work each five seconds, as it does in the product. */
async function work(ms: number, server = 0): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * second) {
    world.advance(5 * second)
    await world.tick(server)
  }
}

const readProblem = async (hash: string) =>
  (
    await database.owner.query<{ problem: string | null }>(
      'SELECT problem FROM public.payout_transactions WHERE hash = $1',
      [hash],
    )
  ).rows[0]?.problem

test('the right amount of the token to the right address is confirmed once it is final, and not before', async () => {
  const payout = await due()
  const hash = world.chain.send(pays(payout))
  await record(payout, hash)
  await work(30 * second)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent', finding: null })
  expect(await readProblem(hash)).toBe('unknown')
  await work(2 * minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'confirmed', hash })
  expect(await readPayoutHistory(database, payout)).toEqual(['sent', 'confirmed'])
})

test.each([
  ['too little', 'too_little', (payout: PayoutFixture) => [pays(payout, { units: unitsOf(payout) - 1n })]],
  ['too much', 'too_much', (payout: PayoutFixture) => [pays(payout, { units: unitsOf(payout) + 1n })]],
  ['another address', 'wrong_address', (payout: PayoutFixture) => [pays(payout, { to: world.chain.makeAddress() })]],
  ['another token', 'other_token', (payout: PayoutFixture) => [pays(payout, { contract: world.chain.makeAddress() })]],
  [
    'neither amount nor address',
    'no_transfer',
    (payout: PayoutFixture) => [pays(payout, { to: world.chain.makeAddress(), units: 3n })],
  ],
])('a transaction with %s is flagged as %s [A288]', async (_, finding, make) => {
  const payout = await due()
  const hash = world.chain.send(make(payout))
  await record(payout, hash)
  await work(3 * minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent', hash, finding })
  expect(await readPayoutHistory(database, payout)).toEqual(['sent', `flagged: ${finding}`])
})

test('a failed transaction is flagged, is noted as failed, and the next one is confirmed', async () => {
  const payout = await due()
  const failed = world.chain.send(pays(payout), 'OUT_OF_ENERGY')
  await record(payout, failed)
  await work(3 * minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ finding: 'failed_on_chain' })
  await noteFailed(database.ownerDb, payout, { actorId: adminId, hash: failed })
  const hash = world.chain.send(pays(payout))
  await record(payout, hash)
  await work(3 * minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'confirmed', finding: null, failures: 1 })
})

test('a transaction from before the request does not pay it', async () => {
  const payout = await due()
  const hash = world.chain.send(pays(payout))
  await database.owner.query(
    `ALTER TABLE ledger.requests DISABLE TRIGGER guard_change;
     UPDATE ledger.requests SET created_at = created_at + interval '3 hours' WHERE id = '${payout.requestId}'`,
  )
  await record(payout, hash)
  await work(3 * minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent', finding: 'before_request' })
})

test('one transaction pays many payouts by as many logs, and a log pays one of them [A287]', async () => {
  const [first, other] = [await due(), await due(3_000)]
  const twin = await createPayout(database, adminId, { address: first.address })
  const late = await createPayout(database, adminId, { address: first.address })
  const hash = world.chain.send([pays(first), pays(other), pays(twin)])
  for (const payout of [first, other, twin]) await record(payout, hash)
  await work(3 * minute)
  for (const payout of [first, other, twin])
    expect(await readPayoutState(database, payout)).toMatchObject({ state: 'confirmed' })
  // The transaction is judged already, and all its logs are used.
  await record(late, hash)
  expect(await readPayoutState(database, late)).toMatchObject({ state: 'sent', finding: 'log_used' })
})

test('a payment that was noted as failed and arrives after all is flagged, so that it is not sent twice [A289]', async () => {
  const payout = await due()
  const hash = world.chain.send(pays(payout))
  await record(payout, hash)
  await noteFailed(database.ownerDb, payout, { actorId: adminId, hash })
  await work(3 * minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'to_pay', finding: 'paid_after_all' })
  await record(payout, hash)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'confirmed', finding: null })
})

test('a wrong hash is not found, is corrected, and the right one is confirmed', async () => {
  const payout = await due()
  const [wrong, right] = [makeStrangeHash(), world.chain.send(pays(payout))]
  await record(payout, wrong)
  await work(3 * minute)
  expect(await readProblem(wrong)).toBe('unknown')
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent', finding: null })
  await record(payout, right, wrong)
  await work(minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'confirmed', hash: right })
})

test('an outage of all providers confirms and flags nothing, and the payment is confirmed after it', async () => {
  const payout = await due()
  const hash = world.chain.send(pays(payout))
  await record(payout, hash)
  world.advance(2 * minute)
  for (const failure of ['rate_limited', 'busy', 'bad_gateway', 'cut_off'] as const) {
    for (const node of world.nodes) node.recover()
    for (const node of world.nodes) node.fail(failure, Infinity)
    await work(minute)
    expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent', finding: null })
  }
  expect(await readProblem(hash)).not.toBe('unknown')
  for (const node of world.nodes) node.recover()
  await work(15 * minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'confirmed' })
})

test('a fork takes a transaction away, and the payout is not confirmed', async () => {
  const payout = await due()
  const hash = world.chain.send(pays(payout))
  await record(payout, hash)
  await work(20 * second)
  world.chain.fork(18)
  await work(5 * minute)
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent', finding: null })
  expect(await readProblem(hash)).toBe('unknown')
})

test('a server that dies after the answer loses nothing, and two servers confirm once', async () => {
  const payout = await due()
  const hash = world.chain.send(pays(payout))
  await record(payout, hash)
  world.advance(2 * minute)
  world.killWithinNextCall()
  await world.tick()
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent' })
  for (let passed = 0; passed < 12; passed += 1) {
    world.advance(5 * second)
    await Promise.all([world.tick(0), world.tick(1)])
  }
  expect(await readPayoutHistory(database, payout)).toEqual(['sent', 'confirmed'])
})

test('confirming and noting a failure at once end in one of both, never in between', async () => {
  for (let round = 0; round < 4; round += 1) {
    const payout = await due()
    const hash = world.chain.send(pays(payout))
    await record(payout, hash)
    world.advance(2 * minute)
    const [, failed] = await Promise.allSettled([
      world.tick(),
      noteFailed(database.ownerDb, payout, { actorId: adminId, hash }),
    ])
    const expected =
      failed.status === 'fulfilled'
        ? [{ state: 'to_pay', failures: 1 }]
        : [{ state: 'confirmed', failures: 0, finding: null }]
    await work(minute)
    expect(await readPayoutState(database, payout)).toMatchObject(expected[0] ?? {})
  }
})

test('at most six calls a minute are sent while payouts wait, and none when nothing does', async () => {
  const payouts = [await due(), await due(), await due()]
  for (const payout of payouts) await record(payout, world.chain.send(pays(payout)))
  await work(5 * minute)
  for (const payout of payouts) expect(await readPayoutState(database, payout)).toMatchObject({ state: 'confirmed' })
  for (const at of world.calls)
    expect(world.calls.filter((other) => other > at - minute && other <= at).length).toBeLessThanOrEqual(6)
  world.calls = []
  await work(5 * minute)
  expect(world.calls).toEqual([])
})

test('a payment to an address of another network is never asked for', async () => {
  const payout = await createPayout(database, adminId, { address: '0x52908400098527886E0F7030069857D2E4169EE7' })
  await record(payout, makeStrangeHash())
  await work(minute)
  expect(world.calls).toEqual([])
  expect(await readPayoutState(database, payout)).toMatchObject({ state: 'sent', finding: null })
})
