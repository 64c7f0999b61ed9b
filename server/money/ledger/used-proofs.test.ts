import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, expectNoViolations, submit, type PackageFixture } from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createAdmin, createMember, createUploadRow } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'

const reason = 'The bank split one transfer into two requests.'

let database: TestDatabase
let pack: PackageFixture
let ines: string
let rui: string

beforeAll(async () => {
  database = await createTestDatabase()
  pack = await createPackage(database, { coins: 1000 })
})
beforeEach(async () => {
  ines = (await createAdmin(database.ownerDb)).id
  rui = (await createAdmin(database.ownerDb)).id
})
afterEach(async () => {
  await database.owner.query(`update ledger.policies set over_usd = 10000 where scope = 'single'`)
  await expectNoViolations(database)
})
afterAll(() => database.drop())

interface Asked {
  userId: string
  requestId: string
}

/** Makes a buy of a new member. Its slip differs from all others unless `kept` or `sent` names its content. */
async function buy({ kept, sent, hash }: { kept?: Buffer; sent?: Buffer; hash?: string } = {}): Promise<Asked> {
  const { id: userId } = await createMember(database.ownerDb)
  const uploadId = await createUploadRow(database.ownerDb, userId)
  const set = 'update uploads set sha256 = coalesce($2, sha256), original_sha256 = $3 where id = $1'
  await database.owner.query(set, [uploadId, kept ?? null, sent ?? null])
  const extra = { packageId: pack.id, uploadId, transactionHash: hash ?? null }
  return { userId, requestId: await submit(database, userId, 'buy', pack.coins, extra) }
}

const approve = (asked: Asked, actorId: string, reuseReason: string | null = null, key: string = randomUUID()) =>
  ledger.decide(database.ownerDb, { token: null, actorId, key, ...asked, status: 'approved', reuseReason })

async function readReasons({ requestId }: Asked) {
  const { rows } = await database.owner.query<{ kind: string; reason: string; earlier: string; by: string }>(
    `select kind, reason, earlier_request_id as earlier, administrator_id as by from ledger.reuse_reasons
      where request_id = $1 order by id`,
    [requestId],
  )
  return rows
}

const picture = () => randomBytes(32)
const [kept, sent, other] = [picture(), picture(), picture()]
const pairs = [
  ['the file as it is kept', 'same_file', { kept }, { kept }],
  ['the file as it was sent', 'same_file', { sent }, { sent }],
  ['the kept picture of another one, sent again', 'same_file', { kept: other }, { sent: other }],
  [
    'the hash in another spelling',
    'same_transaction_hash',
    { hash: '0xAbCdEf0123456789' },
    { hash: 'abcdef0123456789' },
  ],
] as const

test.each(pairs)(
  'a buy with %s of an approved buy is approved only with a reason, on record',
  async (_, kind, a, b) => {
    const [first, second] = [await buy(a), await buy(b)]
    await approve(first, ines)
    const before = await readTableDigests(database.owner)
    await expect(approve(second, rui)).rejects.toMatchObject({ code: 'payment_used_before' })
    for (const short of ['too short', '         x         ', 'x'.repeat(501)]) {
      await expect(approve(second, rui, short)).rejects.toMatchObject({ code: 'invalid_request' })
    }
    expect(await readTableDigests(database.owner)).toEqual(before)

    const key = randomUUID()
    expect(await approve(second, rui, reason, key)).toEqual({ replayed: false })
    const [earlier] = await readReasons(second)
    expect(earlier).toMatchObject({ kind, reason, by: rui })
    expect(await approve(second, rui, reason, key)).toEqual({ replayed: true })
    await expect(approve(second, rui, `${reason} `, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    const { rows } = await database.owner.query(
      `select actor_id, detail from audit_events where action = 'reuse_approved' and subject_id = $1`,
      [second.userId],
    )
    const detail = { requestId: second.requestId, reason, evidence: kind, earlierRequestId: earlier?.earlier }
    expect(rows).toEqual([{ actor_id: rui, detail }])
  },
)

test('a file of a pending, rejected or cancelled buy is free', async () => {
  const slip = { kept: picture() }
  const [rejected, cancelled, last] = [await buy(slip), await buy(slip), await buy(slip)]
  await buy(slip)
  const call = { token: null, actorId: ines, key: randomUUID(), ...rejected }
  await ledger.decide(database.ownerDb, { ...call, status: 'rejected', notes: 'Used before.' })
  await ledger.cancel(database.ownerDb, { token: null, key: randomUUID(), ...cancelled })
  expect(await approve(last, ines)).toEqual({ replayed: false })
  expect(await readReasons(last)).toEqual([])
})

test('of two approvals of one slip at once by two administrators, one needs a reason', async () => {
  for (let round = 0; round < 20; round += 1) {
    // Each has a file and a hash of the other, so both claims meet.
    const slip = { kept: picture(), sent: picture(), hash: randomUUID() }
    const [a, b] = [await buy(slip), await buy(slip)]
    const results = await Promise.allSettled([approve(a, ines), approve(b, rui)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const failed = results.find((result) => result.status === 'rejected')
    expect(failed?.reason).toMatchObject({ code: 'payment_used_before' })
  }
})

test('of eight approvals of one slip at once, each but one leaves its reason', async () => {
  const slip = { kept: picture() }
  const asked = await Promise.all(Array.from({ length: 8 }, async () => buy(slip)))
  await Promise.all(asked.map((one, n) => approve(one, n % 2 ? ines : rui, reason)))
  const reasons = await Promise.all(asked.map(readReasons))
  expect(reasons.map((found) => found.length).toSorted((a, b) => a - b)).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
  const first = asked[reasons.findIndex((found) => found.length === 0)]
  expect(new Set(reasons.flat().map(({ earlier }) => earlier))).toEqual(new Set([first?.requestId]))
})

test('of two administrators who must agree, both say why', async () => {
  const slip = { kept: picture() }
  const [first, second] = [await buy(slip), await buy(slip)]
  await approve(first, ines)
  await database.owner.query(`update ledger.policies set over_usd = 1 where scope = 'single'`)
  await expect(approve(second, ines)).rejects.toMatchObject({ code: 'payment_used_before' })
  await approve(second, ines, reason)
  await expect(approve(second, rui)).rejects.toMatchObject({ code: 'payment_used_before' })
  await approve(second, rui, `Yes: ${reason}`)
  expect(await readReasons(second)).toMatchObject([
    { by: ines, reason },
    { by: rui, reason: `Yes: ${reason}` },
  ])
})

test('a used payment and the reason for it never change', async () => {
  for (const table of ['used_proofs', 'reuse_reasons']) {
    for (const statement of [`delete from ledger.${table}`, `truncate ledger.${table}`]) {
      await expect(database.owner.query(statement)).rejects.toMatchObject({ code: '42501' })
      await expect(database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
    }
  }
})

test('the verifier finds an approval of a used payment without a reason', async () => {
  const slip = { kept: picture() }
  const [first, second] = [await buy(slip), await buy(slip)]
  await approve(first, ines)
  await approve(second, ines, reason)
  const client = await database.owner.connect()
  try {
    await client.query(`begin; alter table ledger.reuse_reasons disable trigger append_only`)
    await client.query('delete from ledger.reuse_reasons where request_id = $1', [second.requestId])
    const { rows } = await client.query('select rule, id from ledger.violations')
    expect(rows).toEqual([{ rule: 'payment used again without a reason', id: second.requestId }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
