import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, submit, type PackageFixture } from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createAdmin, createMember, createUploadRow } from '../../../tests/helpers/people.ts'
import { addTransfer, makeHash, makeSender } from '../../../tests/helpers/transfers.ts'

let database: TestDatabase
let pack: PackageFixture
let userId: string
let otherId: string
let coins = 10_000

beforeAll(async () => {
  database = await createTestDatabase()
})
// Each test has an amount of its own: a USDT more each time.
beforeEach(async () => {
  coins += 1_000
  pack = await createPackage(database, { coins, coinPrice: '0.001' })
  userId = (await createMember(database.ownerDb)).id
  otherId = (await createMember(database.ownerDb)).id
})
afterAll(async () => database.drop())

const units = () => BigInt(coins) * 1_000n
async function buy(of = userId, transactionHash?: string): Promise<string> {
  const uploadId = await createUploadRow(database.ownerDb, of)
  return submit(database, of, 'buy', pack.coins, { packageId: pack.id, uploadId, transactionHash })
}
async function readEvidence(requestId: string, of = userId) {
  const { rows } = await database.app.query<Record<string, unknown>>('SELECT * FROM ledger.deposit_evidence($1, $2)', [
    of,
    requestId,
  ])
  return rows
}
const register = async (address: string, by = userId, minutes = -60) =>
  database.owner.query(
    'INSERT INTO sending_addresses (user_id, address, added_at) VALUES ($1, $2, now() + make_interval(mins => $3))',
    [by, address, minutes],
  )
const soon = { minutes: 1 }

test('an exact payment of an amount that no other open buy has is of strength B', async () => {
  const id = await buy()
  const transfer = await addTransfer(database, { units: units(), ...soon })
  expect(await readEvidence(id)).toMatchObject([
    {
      transaction_hash: transfer.hash,
      amount: 'exact',
      is_right_address: true,
      timing: 'in_time',
      sender: 'unknown',
      strength: 'B',
      used: null,
    },
  ])
  const other = await buy(otherId)
  expect(await readEvidence(id)).toMatchObject([{ strength: null, same_amount_open: 1, named_by_others: 0 }])
  expect(await readEvidence(other, otherId)).toMatchObject([{ strength: null, same_amount_open: 1 }])
})

test('a payment from an address that this member alone had registered before is of strength A', async () => {
  const id = await buy()
  const from = makeSender()
  await register(from)
  await addTransfer(database, { units: units() + 1n, from, ...soon })
  expect(await readEvidence(id)).toMatchObject([{ amount: 'over', sender: 'own', strength: 'A' }])
  // Another member says the same, so it counts for neither.
  await register(from, otherId)
  expect(await readEvidence(id)).toMatchObject([{ sender: 'shared', strength: null }])
})

test('an address that was registered after the payment counts for nothing', async () => {
  const from = makeSender()
  const { hash } = await addTransfer(database, { units: 5n, from, minutes: -5 })
  const id = await buy(userId, hash)
  await register(from, userId, 0)
  expect(await readEvidence(id)).toMatchObject([
    { amount: 'under', timing: 'early', sender: 'unknown', is_named: true, strength: 'C' },
  ])
})

test('a hash that two members name is found for both, and says so', async () => {
  const { hash } = await addTransfer(database, { units: units(), ...soon })
  const [id, other] = [await buy(userId, hash), await buy(otherId, `0x${hash.toUpperCase()}`)]
  const both = { is_named: true, named_by_others: 1, same_amount_open: 1, strength: 'C' }
  expect(await readEvidence(id)).toMatchObject([both])
  expect(await readEvidence(other, otherId)).toMatchObject([both])
})

test('a payment to an address that was none of ours then has no strength', async () => {
  const { hash } = await addTransfer(database, { units: units(), to: makeSender(), ...soon })
  expect(await readEvidence(await buy(userId, hash))).toMatchObject([{ is_right_address: false, strength: null }])
})

test('a payment before the request or after its time is said to be early or late', async () => {
  const id = await buy()
  await addTransfer(database, { units: units(), minutes: -10 })
  await addTransfer(database, { units: units(), minutes: 8 * 24 * 60 })
  expect(await readEvidence(id)).toMatchObject([
    { timing: 'early', strength: null },
    { timing: 'late', strength: null },
  ])
})

test('a payment between the quote that reserved its amount and the request is in time', async () => {
  await database.owner.query(
    `INSERT INTO ledger.reserved_amounts (user_id, usdt_amount, usdt_tail, reserved_at, reserved_until)
     VALUES ($1, $2::numeric + 0.0001, 0.0001, now() - interval '1 hour', now() + interval '1 hour')`,
    [userId, coins * 0.001],
  )
  await database.owner.query(`UPDATE settings SET unique_amounts = 'on'`)
  const id = await buy()
  await database.owner.query(`UPDATE settings SET unique_amounts = 'off'`)
  await addTransfer(database, { units: units() + 100n, minutes: -90 })
  await addTransfer(database, { units: units() + 100n, minutes: -30 })
  expect(await readEvidence(id)).toMatchObject([
    { amount: 'exact', timing: 'in_time', strength: 'B' },
    { amount: 'exact', timing: 'early', strength: null },
  ])
})

test('a transfer that pays for another request is shown only where it is named, with its use', async () => {
  const transfer = await addTransfer(database, { units: units(), ...soon })
  const [paid, open] = [await buy(), await buy(otherId)]
  const { id: actorId } = await createAdmin(database.ownerDb)
  const decision = { token: null, actorId, key: randomUUID(), userId, requestId: paid, status: 'approved' } as const
  await ledger.decide(database.ownerDb, { ...decision, transfers: [transfer] })
  expect(await readEvidence(open, otherId)).toEqual([])
  expect(await readEvidence(paid)).toMatchObject([{ used: 'request', used_by_request: paid }])
  const naming = await buy(otherId, transfer.hash)
  expect(await readEvidence(naming, otherId)).toMatchObject([{ used: 'request', used_by_user: userId }])
  expect(await readEvidence(await buy(otherId, makeHash()), otherId)).toEqual([])
})

test('a flood of transfers leaves the evidence as it is', async () => {
  const id = await buy()
  await addTransfer(database, { units: units(), ...soon })
  await database.owner.query(`
    INSERT INTO chain_transactions (hash, hint_units, first_seen, due_at, outcome, judged_at)
    SELECT lpad(to_hex(n), 64, '0'), 1, now(), now(), 'succeeded', now() FROM generate_series(1, 20000) n;
    INSERT INTO chain_transfers (transaction_hash, log_index, contract, from_address, to_address, units, block_number, block_time, first_seen, final_at)
    SELECT lpad(to_hex(n), 64, '0'), 0, 'the token', 'T-spam', (SELECT address FROM deposit_addresses LIMIT 1), 1, 1, now(), now(), now()
      FROM generate_series(1, 20000) n;
    ANALYZE`)
  const started = performance.now()
  expect(await readEvidence(id)).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(500)
})
