import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, submit } from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createAdmin, createMember, createUploadRow } from '../../../tests/helpers/people.ts'
import { addTransfer, makeHash } from '../../../tests/helpers/transfers.ts'
import { readChainReview } from './chain-review.ts'
import { readFirstPayment } from './first-payment.ts'

let database: TestDatabase
let userId: string
let coins = 10_000
beforeAll(async () => {
  database = await createTestDatabase()
  await database.owner.query(`UPDATE settings SET deposit_address = 'T-deposits'`)
})
beforeEach(async () => {
  userId = (await createMember(database.ownerDb)).id
  await database.owner.query('DELETE FROM chain_sweeps')
})
afterAll(async () => database.drop())

async function buy(transactionHash?: string) {
  // Each buy has an amount of its own, so that no transfer of another test has it.
  const pack = await createPackage(database, { coins: (coins += 1_000) })
  const uploadId = await createUploadRow(database.ownerDb, userId)
  const id = await submit(database, userId, 'buy', pack.coins, { packageId: pack.id, uploadId, transactionHash })
  return { user_id: userId, id }
}
const readLists = async (minutesAgo: number) =>
  database.owner.query(
    `INSERT INTO chain_sweeps (address, provider, sweep, asked_at, ended_at)
     VALUES ('T-deposits', 1, 'recent', now(), now() - make_interval(mins => $1))`,
    [minutesAgo],
  )
const ask = async (hash: string, problem: string | null, outcome: string | null = null) =>
  database.owner.query(
    `INSERT INTO chain_transactions (hash, hint_units, first_seen, due_at, problem, outcome, judged_at)
     VALUES ($1, 0, now(), now(), $2, $3, CASE WHEN $3::text IS NULL THEN NULL ELSE now() END)`,
    [hash, problem, outcome],
  )
const read = async (one: { user_id: string; id: string }, isChainRead = true) =>
  readChainReview(database.appDb, one, isChainRead)

test('without a provider a buy is not checked, also if transfers are known', async () => {
  const one = await buy()
  await addTransfer(database, { units: 100_000_000n, minutes: 1 })
  expect(await read(one, false)).toEqual({ state: 'not_checked', read_at: null, named: null, transfers: [] })
})

test('lists that were not read lately say nothing about a payment', async () => {
  const one = await buy(makeHash())
  expect(await read(one)).toMatchObject({ state: 'not_possible', read_at: null, named: { state: 'waiting' } })
  await readLists(30)
  expect(await read(one)).toMatchObject({ state: 'not_possible', read_at: expect.any(String) as string })
})

test('lists that were read lately and show nothing say so', async () => {
  await readLists(1)
  expect(await read(await buy('no hash of TRON'.replaceAll(' ', '-')))).toMatchObject({
    state: 'nothing_found',
    named: null,
  })
})

test.each([
  ['unknown', 'unknown', null, 'nothing_found'],
  ['timed_out', 'not_possible', null, 'not_possible'],
  [null, 'failed', 'failed', 'nothing_found'],
  [null, 'elsewhere', 'succeeded', 'nothing_found'],
])('a named transaction with the problem %s is said to be %s', async (problem, named, outcome, state) => {
  await readLists(1)
  const hash = makeHash()
  await ask(hash, problem, outcome)
  expect(await read(await buy(`0x${hash}`))).toMatchObject({ state, named: { state: named }, transfers: [] })
})

test('a final transfer is found, with its amount in USDT and its page in the explorer', async () => {
  const { hash } = await addTransfer(database, { units: 41_499_389n, minutes: 1 })
  const one = await buy(hash)
  expect(await read(one)).toMatchObject({
    state: 'found',
    named: { state: 'found' },
    transfers: [
      {
        hash,
        usdt: '41.499389',
        amount: 'under',
        strength: 'C',
        explorer_url: `https://tronscan.org/#/transaction/${hash}`,
      },
    ],
  })
})

test('the payment of a first approval is shown to the second administrator', async () => {
  await database.owner.query(`UPDATE ledger.policies SET over_usd = 50 WHERE scope = 'single'`)
  const one = await buy()
  expect(await readFirstPayment(database.appDb, userId, one.id)).toBeNull()
  const transfers = [await addTransfer(database, { units: 60_000_000n })]
  const { id: actorId } = await createAdmin(database.ownerDb)
  await createAdmin(database.ownerDb)
  const call = { token: null, actorId, key: randomUUID(), userId, requestId: one.id, status: 'approved' } as const
  await ledger.decide(database.ownerDb, { ...call, transfers, isPart: true })
  expect(await readFirstPayment(database.appDb, userId, one.id)).toEqual({ transfers, credit: 'part' })
})
