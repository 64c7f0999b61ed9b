import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, expectRefused, expectNoViolations, readBalance, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'

let database: TestDatabase
let adminId: string

beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

async function createSpender() {
  const member = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, adminId, member.id, 50_000)
  return member
}

/** Makes the call twice and expects one effect. Then expects that each other call is refused under the same key. */
async function expectOnce<Answer extends { replayed: boolean }>(
  call: () => Promise<Answer>,
  others: Array<() => Promise<unknown>>,
): Promise<void> {
  const first = await call()
  expect(first.replayed).toBe(false)
  const after = await readTableDigests(database.owner)
  for (const again of [await call(), await call()]) expect(again).toEqual({ ...first, replayed: true })
  expect(await readTableDigests(database.owner)).toEqual(after)
  for (const other of others) await expectRefused(database, 'idempotency_key_reused', other)
}

test('submit always answers the same key and body with the same request', async () => {
  const [member, friend, third] = [await createSpender(), await createSpender(), await createSpender()]
  const base = { userId: member.id, key: randomUUID(), coins: 1000 }
  const [slip, otherSlip] = [
    await createUploadRow(database.ownerDb, member.id),
    await createUploadRow(database.ownerDb, member.id),
  ]
  const call = (change: Partial<ledger.Submission> = {}) =>
    ledger.submit(database.ownerDb, {
      token: null,
      ...base,
      kind: 'transfer',
      recipientMemberId: friend.memberId,
      uploadId: null,
      ...change,
    })
  await expectOnce(call, [
    () => call({ coins: 2000 }),
    () => call({ kind: 'withdrawal', usdtRate: '1' }),
    () => call({ recipientMemberId: third.memberId }),
    () => call({ uploadId: slip }),
  ])
  const withdraw = (uploadId: string | null) =>
    ledger.submit(database.ownerDb, { token: null, ...base, key: slip, kind: 'withdrawal', uploadId, usdtRate: '1' })
  await expectOnce(() => withdraw(slip), [() => withdraw(otherSlip), () => withdraw(null)])
})

test('a package id and a slip id are not confused', async () => {
  const member = await createMember(database.ownerDb)
  const pack = await createPackage(database, { coins: 1000 })
  const call = { userId: member.id, key: randomUUID(), kind: 'buy', coins: 1000, usdtRate: '1' } as const
  await ledger.submit(database.ownerDb, { token: null, ...call, packageId: pack.id })
  await expectRefused(database, 'idempotency_key_reused', () =>
    ledger.submit(database.ownerDb, { token: null, ...call, uploadId: pack.id }),
  )
})

test('the transaction hash is part of the body', async () => {
  const member = await createMember(database.ownerDb)
  const pack = await createPackage(database)
  const base = { userId: member.id, kind: 'buy', coins: pack.coins, packageId: pack.id, usdtRate: '1' } as const
  const call = (key: string, transactionHash?: string | null) =>
    ledger.submit(database.ownerDb, { token: null, ...base, key, transactionHash })
  const [hashed, plain] = [randomUUID(), randomUUID()]
  await expectOnce(() => call(hashed, 'abc123'), [() => call(hashed, 'abc124'), () => call(hashed, null)])
  await expectOnce(() => call(plain), [() => call(plain, 'abc123')])
})

test('a call from before the transaction hash existed is still recognised', async () => {
  const member = await createSpender()
  const key = randomUUID()
  const requestId = await submit(database, member.id, 'withdrawal', 1000, { key })
  const { rows } = await database.owner.query<{ fingerprint: string }>(
    "SELECT encode(fingerprint, 'hex') AS fingerprint FROM ledger.commands WHERE request_id = $1",
    [requestId],
  )
  const body = '(submit,withdrawal,1000,,,)'
  expect(rows).toEqual([{ fingerprint: createHash('sha256').update(body).digest('hex') }])
})

test('the exchange rate is not part of the body', async () => {
  const member = await createMember(database.ownerDb)
  const pack = await createPackage(database)
  const call = { userId: member.id, key: randomUUID(), kind: 'buy', coins: pack.coins, packageId: pack.id } as const
  const first = await ledger.submit(database.ownerDb, { token: null, ...call, usdtRate: '1' })
  const again = await ledger.submit(database.ownerDb, { token: null, ...call, usdtRate: '1.02' })
  expect(again).toEqual({ requestId: first.requestId, replayed: true })
})

test('a buy is answered again after buying has been closed, and only a new one is refused', async () => {
  const member = await createMember(database.ownerDb)
  const pack = await createPackage(database)
  const base = { token: null, userId: member.id, kind: 'buy', packageId: pack.id, usdtRate: '1' } as const
  const call = { ...base, key: randomUUID(), coins: pack.coins }
  const first = await ledger.submit(database.ownerDb, call)
  const closed = { ...call, hasFallbackAddress: false }
  expect(await ledger.submit(database.ownerDb, closed)).toEqual({ ...first, replayed: true })
  await expectRefused(database, 'idempotency_key_reused', () =>
    ledger.submit(database.ownerDb, { ...closed, coins: 2 * pack.coins }),
  )
  const key = randomUUID()
  await expectRefused(database, 'buying_closed', () => ledger.submit(database.ownerDb, { ...closed, key }))
  // A refused call leaves no trace, so its key is free once buying is open again.
  expect(await ledger.submit(database.ownerDb, { ...call, key })).toMatchObject({ replayed: false })
})

test('a submit is answered again when the request is decided, the member suspended and the balance gone', async () => {
  const member = await createSpender()
  const call = {
    token: null,
    userId: member.id,
    key: randomUUID(),
    kind: 'withdrawal',
    coins: 50_000,
    usdtRate: '1',
  } as const
  const { requestId } = await ledger.submit(database.ownerDb, call)
  await ledger.decide(database.ownerDb, {
    token: null,
    actorId: adminId,
    key: randomUUID(),
    userId: member.id,
    requestId,
    status: 'approved',
  })
  await database.ownerDb.updateTable('profiles').set({ status: 'Suspended' }).where('id', '=', member.id).execute()
  expect(await ledger.submit(database.ownerDb, call)).toEqual({ requestId, replayed: true })
})

test('decide takes effect once for each key', async () => {
  const member = await createSpender()
  const [requestId, otherId] = [
    await submit(database, member.id, 'withdrawal', 1000),
    await submit(database, member.id, 'withdrawal', 1000),
  ]
  const key = randomUUID()
  const call = (change: Partial<ledger.Decision> = {}) =>
    ledger.decide(database.ownerDb, {
      token: null,
      actorId: adminId,
      key,
      userId: member.id,
      requestId,
      status: 'approved',
      notes: 'Paid',
      ...change,
    })
  await expectOnce(call, [
    () => call({ status: 'rejected' }),
    () => call({ notes: null }),
    () => call({ requestId: otherId }),
  ])
  const other = await createAdmin(database.ownerDb)
  await expectRefused(database, 'already_processed', () => call({ actorId: other.id }))
})

test('cancel takes effect once for each key', async () => {
  const member = await createSpender()
  const [requestId, otherId] = [
    await submit(database, member.id, 'withdrawal', 1000),
    await submit(database, member.id, 'withdrawal', 1000),
  ]
  const call = { token: null, userId: member.id, key: randomUUID(), requestId }
  await expectOnce(
    () => ledger.cancel(database.ownerDb, call),
    [() => ledger.cancel(database.ownerDb, { ...call, requestId: otherId })],
  )
})

test('adjust takes effect once for each key', async () => {
  const [member, other] = [await createSpender(), await createSpender()]
  const base = { actorId: adminId, key: randomUUID(), userId: member.id, coins: '12.5', reason: 'Gift' }
  const call = (change: Partial<ledger.Adjustment> = {}) =>
    ledger.adjust(database.ownerDb, { token: null, ...base, ...change })
  await expectOnce(call, [
    () => call({ coins: '12.6' }),
    () => call({ coins: '-12.5' }),
    () => call({ reason: 'Other' }),
    () => call({ userId: other.id }),
  ])
  // The same amount in other digits makes the same body.
  expect(await call({ coins: '12.5000' })).toMatchObject({ replayed: true })
})

test('one key serves one call, even of another operation', async () => {
  const member = await createSpender()
  const key = randomUUID()
  const requestId = await submit(database, member.id, 'withdrawal', 1000, { key })
  await expectRefused(database, 'idempotency_key_reused', () =>
    ledger.cancel(database.ownerDb, { token: null, userId: member.id, key, requestId }),
  )
})

test('keys of different members are independent', async () => {
  const [one, other] = [await createSpender(), await createSpender()]
  const key = randomUUID()
  const ids = [
    await submit(database, one.id, 'withdrawal', 1000, { key }),
    await submit(database, other.id, 'withdrawal', 1000, { key }),
  ]
  expect(new Set(ids).size).toBe(2)
})

test('a refused call leaves its key free', async () => {
  const member = await createSpender()
  const key = randomUUID()
  const spend = () => submit(database, member.id, 'withdrawal', 51_000, { key })
  await expectRefused(database, 'insufficient_funds', spend)
  await giveCoins(database.ownerDb, adminId, member.id, 1000)
  await spend()
  expect(await readBalance(database, member.id)).toEqual(['0', '51000'])
})
