import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, decide, makeOlder, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createPayout, noteSent, readPayoutState } from '../../../tests/helpers/payouts.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { createCallBudget } from '../../platform/chain/call-budget.ts'
import { createChain } from '../../platform/chain/chain.ts'
import { createTronClient } from '../../platform/chain/tron-client.ts'
import { createWatcher, type Watcher } from '../../money/deposits/watcher.ts'
import { recordDepositAddress, setConfiguredAddress } from '../../money/settings/settings.ts'
import { openDemoChain, type DemoChain } from './demo-chain.ts'
import { mainContract } from './made-up-chain.ts'
import { addPast } from './add-past.ts'
import { demoDepositAddress, paymentFor } from './payments.ts'

let database: TestDatabase
let chain: DemoChain
let watcher: Watcher
let nowMs = Date.now()
beforeAll(async () => {
  database = await createTestDatabase()
  await recordDepositAddress(database.owner, demoDepositAddress)
  await setConfiguredAddress(database.owner, demoDepositAddress)
  await begin()
})
afterAll(async () => {
  await chain.stop()
  await database.drop()
})

/** Opens the network and a server that watches it, by the time of the test. */
async function begin(): Promise<void> {
  const db = database.appDb
  chain = await openDemoChain({
    db,
    contract: mainContract,
    onError: (error) => expect.unreachable(String(error)),
    now: () => nowMs,
  })
  const client = createTronClient({
    provider: { url: chain.url, key: undefined },
    contract: mainContract,
    budget: createCallBudget(Infinity),
  })
  watcher = createWatcher({
    db,
    log: { warn: () => {} },
    now: () => sql<string>`${new Date(nowMs).toISOString()}::timestamptz`,
    open: () => createChain({ providers: [client], bothAboveUnits: 1_000_000_000n }),
  })
}

/** Lets seconds pass, with a server that watches as it does in the product. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    nowMs += 5_000
    await chain.tick()
    await watcher.tick()
  }
}

/** A member submits a buy, a while before the made-up network looks. */
async function buy(): Promise<{ userId: string; requestId: string }> {
  const { id: userId } = await createMember(database.ownerDb)
  const requestId = await submitPackage(database, userId, await createPackage(database))
  await makeOlder(database, requestId, 0.001)
  return { userId, requestId }
}

/** Reads the final payments of a buy, by the address that they came from. */
async function readPayments(requestId: string) {
  const request = { id: requestId, usdt_amount: '0', transaction_hash: null }
  const { rows } = await database.owner.query<{ units: string; to_address: string }>(
    'SELECT units, to_address FROM chain_transfers WHERE from_address = $1',
    [paymentFor(request).from],
  )
  return rows
}

const whole = [{ units: '100000000', to_address: demoDepositAddress }]

test('a buy is paid once, with its exact amount, and the payment is final after about a minute', async () => {
  const { requestId } = await buy()
  await pass(30)
  expect(await readPayments(requestId)).toEqual([])
  await pass(80)
  expect(await readPayments(requestId)).toEqual(whole)
  await pass(120)
  expect(await readPayments(requestId)).toEqual(whole)
})

test('a new start pays what is open, and nothing twice', async () => {
  const paid = await buy()
  await pass(110)
  expect(await readPayments(paid.requestId)).toEqual(whole)
  const unpaid = await buy()
  await chain.stop()
  await begin()
  await pass(120)
  expect([await readPayments(paid.requestId), await readPayments(unpaid.requestId)]).toEqual([whole, whole])
})

test('the buys that were approved before have their payments, once', async () => {
  const { userId, requestId } = await buy()
  await decide(database, (await createAdmin(database.ownerDb)).id, userId, requestId)
  for (let start = 0; start < 2; start += 1) await addPast(database.ownerUrl, mainContract)
  expect(await readPayments(requestId)).toEqual(whole)
  const { rows } = await database.owner.query('SELECT request_id FROM ledger.allocations')
  expect(rows).toEqual([{ request_id: requestId }])
  expect((await database.owner.query('SELECT * FROM ledger.violations')).rows).toEqual([])
})

test('a payout that was marked as sent by any hash is confirmed after about a minute, also one of several with one hash', async () => {
  const { id: adminId } = await createAdmin(database.ownerDb)
  const [one, other] = [await createPayout(database, adminId), await createPayout(database, adminId, { coins: 3_000 })]
  for (const payout of [one, other])
    await noteSent(database.ownerDb, payout, { actorId: adminId, hash: 'ab'.repeat(32) })
  await pass(30)
  expect(await readPayoutState(database, one)).toMatchObject({ state: 'sent', finding: null })
  await pass(120)
  for (const payout of [one, other]) expect((await readPayoutState(database, payout)).state).toBe('confirmed')
  await pass(120)
  expect((await database.owner.query('SELECT * FROM ledger.violations')).rows).toEqual([])
})

test('a machine that slept goes on with a gap and not with hours of blocks', async () => {
  nowMs += 8 * 60 * 60 * 1000
  const started = performance.now()
  await chain.tick()
  expect(performance.now() - started).toBeLessThan(1000)
  const { requestId } = await buy()
  await pass(120)
  expect(await readPayments(requestId)).toEqual(whole)
})
