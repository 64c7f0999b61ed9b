import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkTreasuryBalances, exportTreasury, getTreasury } from '../../../contract/treasury.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  publicUrl,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createPackage, decide, expectNoViolations, submitPackage } from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { addPayoutLog } from '../../../tests/helpers/payout-logs.ts'
import { createPayout, noteSent } from '../../../tests/helpers/payouts.ts'
import { createMember as createBuyer } from '../../../tests/helpers/people.ts'
import { addTransfer, makeHash, makeSender } from '../../../tests/helpers/transfers.ts'
import { startTronWorld, type TronWorld } from '../../../tests/helpers/tron-node.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'

let world: TronWorld
let site: TestApp
let owner: Person
beforeAll(async () => {
  world = await startTronWorld()
  site = await createTestApp({ TRON_API_URL: world.nodes[0].url, TRON_CONTRACT: world.chain.contract })
  owner = await createAdmin(site)
})
afterAll(async () => {
  await expectNoViolations(site.database)
  await site.close()
  await world.stop()
})
beforeEach(async () => {
  await site.database.owner.query(`update treasury_checks set begun_at = 'epoch'`)
})

const check = async (person = owner) =>
  call(site, checkTreasuryBalances, {}, { cookie: person.cookie, key: randomUUID() })
const read = async (person = owner) => call(site, getTreasury, {}, { cookie: person.cookie })

async function save(person: Person, isProven = true) {
  const proof = isProven ? { [stepUpHeader]: await requestProof(site, person, exportTreasury, {}) } : {}
  const headers = { cookie: person.cookie, origin: publicUrl, ...proof }
  const { statusCode: status, body } = await site.app.inject({ method: 'GET', url: exportTreasury.path, headers })
  return { status, body }
}

test('a check reads the balance at the provider, and a second one within the minute asks nothing [A292]', async () => {
  const address = world.chain.makeAddress()
  await site.database.owner.query('update settings set deposit_address = $1', [address])
  world.chain.send({ from: world.chain.makeAddress(), to: address, units: 12_500_000n })
  world.chain.finalise()
  const { status, body } = await check()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    has_provider: true,
    // The transfer is not known yet, so nothing explains its amount.
    balance: { usdt: '12.5', unexplained_usdt: '12.5' },
    addresses: [{ address, is_current: true, balance: { block_number: world.chain.newestFinal.number } }],
  })
  const calls = world.nodes[0].calls.length
  const others = await Promise.all([check(), check(), check()])
  expect(others.map(({ body: { balance } }) => balance)).toEqual([body.balance, body.balance, body.balance])
  expect(world.nodes[0].calls.length).toBe(calls)
})

test('a provider that fails takes nothing away, and the time of the question is shown', async () => {
  const before = (await read()).body.balance
  world.nodes[0].fail('bad_gateway', 1)
  const { status, body } = await check()
  expect(status).toBe(200)
  expect(body.balance).toEqual(before)
  expect(body.addresses[0]?.unanswered_at).not.toBeNull()
})

test('members and support read no treasury, auditors ask for no balance, approvers save no file [A293]', async () => {
  const member = await createMember(site)
  const support = await createAdmin(site, 'Noor Haddad', 'support')
  const auditor = await createAdmin(site, 'Noor Haddad', 'auditor')
  const approver = await createAdmin(site, 'Noor Haddad', 'approver')
  for (const person of [member, support]) {
    expect((await read(person)).status).toBe(403)
    expect((await check(person)).status).toBe(403)
    expect((await save(person, false)).status).toBe(403)
  }
  expect((await read(auditor)).status).toBe(200)
  expect((await check(auditor)).status).toBe(403)
  expect((await read(approver)).status).toBe(200)
  expect((await check(approver)).status).toBe(200)
  expect((await save(approver, false)).status).toBe(403)
})

test('the file of the treasury needs a proof for this very file [A294]', async () => {
  expect((await save(owner, false)).status).toBe(401)
  expect((await save(owner)).status).toBe(200)
})

test('the file has each decided buy and withdrawal with its transfers or its payout, and is on record', async () => {
  const { database } = site
  const pack = await createPackage(database, { coins: 10_000 })
  const buyer = await createBuyer(database.ownerDb)
  const bought = await submitPackage(database, buyer.id, pack)
  const transfers = [
    await addTransfer(database, { units: 60_000_000n }),
    await addTransfer(database, { units: 40_500_000n }),
  ]
  const decision = {
    token: null,
    actorId: owner.userId,
    key: randomUUID(),
    userId: buyer.id,
    requestId: bought,
    transfers,
  }
  await ledger.decide(database.ownerDb, { ...decision, status: 'approved' })
  await decide(database, owner.userId, buyer.id, await submitPackage(database, buyer.id, pack), 'rejected')
  await submitPackage(database, buyer.id, pack)
  const payout = await createPayout(database, owner.userId)
  const hash = makeHash()
  await noteSent(database.ownerDb, payout, { actorId: owner.userId, hash })
  await addPayoutLog(database, payout, { hash, from: makeSender(), block: 7 })
  await createPayout(database, owner.userId)

  const { body } = await save(owner)
  const rows = body.slice(1).trimEnd().split('\r\n')
  expect(rows[0]).toBe(
    'Date (UTC),Decided (UTC),Number,Type,Member ID,Status,Amount (USD),Credited (USD),Asked (USDT),Received (USDT),Transactions,Blocks,Payout transaction,Payout block,Payout state,Payout check',
  )
  const found = rows.slice(1).map((row) => row.split(',').slice(3))
  const [first, second] = transfers.map((transfer) => transfer.hash).toSorted()
  const buyerId = buyer.memberId
  const payeeId: unknown = expect.any(String)
  expect(found).toEqual([
    ['buy', buyerId, 'rejected', '100', '', '100', '', '', '', '', '', '', ''],
    ['buy', buyerId, 'approved', '100', '', '100', '100.5', `"${first}\n${second}"`, '"1\n1"', '', '', '', ''],
    ['withdrawal', payeeId, 'approved', '20', '', '20', '', '', '', '', '', 'to_pay', ''],
    ['withdrawal', payeeId, 'approved', '20', '', '20', '', '', '', hash, '7', 'confirmed', 'confirmed'],
  ])
  const { rows: audit } = await database.owner.query(
    `select distinct detail from audit_events where action = 'list_exported' and actor_id = $1`,
    [owner.userId],
  )
  expect(audit).toEqual([{ detail: { list: 'treasury' } }])
})

test('without a provider nothing is asked, and the requests are shown', async () => {
  const plain = await createTestApp()
  const admin = await createAdmin(plain)
  await createPayout(plain.database, admin.userId)
  const { status, body } = await call(plain, checkTreasuryBalances, {}, { cookie: admin.cookie, key: randomUUID() })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    has_provider: false,
    balance: null,
    withdrawals: { count: 1, usdt: '20' },
    to_pay: { count: 1, usdt: '20' },
  })
  expect(body.addresses.filter(({ unanswered_at: at }) => at !== null)).toEqual([])
  await plain.close()
})
