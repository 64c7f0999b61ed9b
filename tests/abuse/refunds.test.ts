import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChainTransfers, refundTransfer } from '../../contract/chain-transfers.ts'
import { decideRequest } from '../../contract/requests.ts'
import type { TransferName } from '../../contract/transfer-name.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Answer,
  type Person,
  type TestApp,
} from '../helpers/app.ts'
import { createPackage, submitPackage } from '../helpers/ledger.ts'
import { createPayout, noteSent } from '../helpers/payouts.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { addTransfer, makeHash } from '../helpers/transfers.ts'
import { callProven } from '../helpers/two-factor.ts'

let site: TestApp
let admin: Person
let rival: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  rival = await createAdmin(site, 'Rui Rival')
  member = await createMember(site)
})
afterAll(async () => site.close())

const inputOf = ({ hash, log_index: place }: TransferName, refundHash: string) => ({
  params: { hash, logIndex: String(place) },
  body: { refund_hash: refundHash, reason: 'Sent twice by mistake' },
})
const refund = async (transfer: TransferName, refundHash = makeHash(), as = admin) =>
  callProven(site, as, refundTransfer, inputOf(transfer, refundHash), { 'idempotency-key': randomUUID() })
const codeOf = ({ status, body }: Answer<typeof refundTransfer>) => [status, body.code]

async function approve(requestId: string, transfer: TransferName, as = rival) {
  const params = { userId: member.userId, requestId }
  const body = { status: 'approved' as const, admin_notes: '', transfers: [transfer] }
  return call(site, decideRequest, { params, body }, { cookie: as.cookie, key: randomUUID() })
}

async function buy() {
  const { userId } = member
  return submitPackage(site.database, userId, await createPackage(site.database))
}
const pay = async () => addTransfer(site.database, { units: 100_000_000n, minutes: 1 })

test('a transfer that was sent back pays for nothing, and one that pays is not sent back [A275]', async () => {
  const [back, paying] = [await pay(), await pay()]
  expect((await refund(back)).status).toBe(200)
  const { rows } = await site.database.owner.query(
    `SELECT actor_id, detail ->> 'reason' AS reason FROM audit_events WHERE action = 'transfer_refunded' AND detail ->> 'hash' = $1`,
    [back.hash],
  )
  expect(rows).toEqual([{ actor_id: admin.userId, reason: 'Sent twice by mistake' }])
  const requestId = await buy()
  const answer = await approve(requestId, back)
  expect([answer.status, answer.body.code]).toEqual([409, 'transfer_allocated_already'])
  expect((await approve(requestId, paying)).status).toBe(200)
  expect(codeOf(await refund(paying))).toEqual([409, 'transfer_allocated_already'])
  expect(codeOf(await refund(back))).toEqual([409, 'transfer_allocated_already'])
})

test('of a refund and an approval at the same moment one is done [A275]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [requestId, transfer] = [await buy(), await pay()]
    const [noted, approved] = await Promise.all([refund(transfer), approve(requestId, transfer)])
    expect([noted.status, approved.status].toSorted((one, other) => one - other)).toEqual([200, 409])
    const { rows } = await site.database.owner.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM ledger.allocations WHERE transaction_hash = $1',
      [transfer.hash],
    )
    expect(rows).toEqual([{ n: 1 }])
  }
  expect((await site.database.owner.query('SELECT * FROM ledger.violations')).rows).toEqual([])
})

test('a transaction sends one transfer back, and neither a payout nor a deposit does [A276]', async () => {
  const [one, other] = [await pay(), await pay()]
  const hash = makeHash()
  expect((await refund(one, `0x${hash.toUpperCase()}`)).status).toBe(200)
  const paid = makeHash()
  await noteSent(site.database.ownerDb, await createPayout(site.database, admin.userId), {
    actorId: admin.userId,
    hash: paid,
  })
  const before = (await site.database.owner.query('SELECT * FROM ledger.allocations ORDER BY 1, 2')).rows
  for (const [refundHash, code] of [
    [hash, 'refund_hash_used'],
    [paid, 'refund_hash_used'],
    [other.hash, 'refund_hash_used'],
    ['not a hash', 'payout_hash_not_valid'],
  ] as const)
    expect((await refund(other, refundHash)).body.code).toBe(code)
  expect(codeOf(await refund({ ...other, log_index: 7 }))).toEqual([404, 'not_found'])
  expect((await site.database.owner.query('SELECT * FROM ledger.allocations ORDER BY 1, 2')).rows).toEqual(before)
})

test('only an owner or an approver notes a refund, with a proof for this very refund [A277]', async () => {
  const [transfer, another] = [await pay(), await pay()]
  const before = await readTableDigests(site.database.owner)
  for (const person of [member, await createAdmin(site, 'Sam', 'support'), await createAdmin(site, 'Aya', 'auditor')]) {
    const answer = await call(site, refundTransfer, inputOf(transfer, makeHash()), {
      cookie: person.cookie,
      key: randomUUID(),
    })
    expect(answer.status).toBe(403)
  }
  const unproven = await call(site, refundTransfer, inputOf(another, makeHash()), {
    cookie: admin.cookie,
    key: randomUUID(),
  })
  expect(codeOf(unproven)).toEqual([401, 'step_up_required'])
  const after = await readTableDigests(site.database.owner)
  expect(after['ledger.allocations']).toBe(before['ledger.allocations'])
  expect((await call(site, listChainTransfers, { query: {} }, { cookie: member.cookie })).status).toBe(403)
})
