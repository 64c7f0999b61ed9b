import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import {
  createPackage,
  decide,
  expectRefused,
  expectNoViolations,
  readBalance,
  readPostings,
  readStatement,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'

let database: TestDatabase
let adminId: string
let otherAdminId: string

beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  otherAdminId = (await createAdmin(database.ownerDb)).id
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

async function memberWith(coins: number, referredById?: string) {
  const member = await createMember(database.ownerDb, referredById ? { referredById } : {})
  if (coins > 0) await giveCoins(database.ownerDb, adminId, member.id, coins)
  return member
}

const readProfile = (id: string) =>
  database.ownerDb.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const setStatus = (id: string, status: 'Active' | 'Suspended') =>
  database.ownerDb.updateTable('profiles').set({ status }).where('id', '=', id).execute()
const cancel = (userId: string, requestId: string) =>
  ledger.cancel(database.ownerDb, { token: null, userId, key: randomUUID(), requestId })

test('an approved first package credits base, bonus, and a fifth of the base to the referrer [REQ-05]', async () => {
  const referrer = await memberWith(0)
  const buyer = await memberWith(0, referrer.id)
  const pack = await createPackage(database, { coins: 12_000, bonusPercentage: '12.5' })
  const requestId = await submitPackage(database, buyer.id, pack)
  await decide(database, adminId, buyer.id, requestId)
  expect(await readPostings(database, requestId, { [buyer.id]: 'buyer', [referrer.id]: 'referrer' })).toEqual([
    'buy: platform issuance -12000',
    'buy: buyer available 12000',
    'bonus: platform promotions -1500',
    'bonus: buyer available 1500',
    'referral: platform promotions -2400',
    'referral: referrer available 2400',
  ])
  expect(await readStatement(database, referrer.id)).toEqual([
    { type: 'REFERRAL_BONUS', available: '2400', locked: '0', total: '2400' },
  ])
  expect(await readProfile(buyer.id)).toMatchObject({ package_id: pack.id, first_purchase_done: true })
})

test('a referred member earns the referrer one reward', async () => {
  const referrer = await memberWith(0)
  const buyer = await memberWith(0, referrer.id)
  const [first, second] = [await createPackage(database), await createPackage(database, { coins: 20_000 })]
  for (const pack of [first, second]) {
    await decide(database, adminId, buyer.id, await submitPackage(database, buyer.id, pack))
  }
  expect(await readBalance(database, referrer.id)).toEqual(['2000', '0'])
  expect((await readProfile(buyer.id)).package_id).toBe(second.id)
})

test('two first packages approved at the same moment by two administrators earn one reward', async () => {
  for (let round = 0; round < 10; round += 1) {
    const referrer = await memberWith(0)
    const buyer = await memberWith(0, referrer.id)
    const pack = await createPackage(database)
    const requests = [await submitPackage(database, buyer.id, pack), await submitPackage(database, buyer.id, pack)]
    await Promise.all(requests.map((id, at) => decide(database, at ? adminId : otherAdminId, buyer.id, id)))
    expect(await readBalance(database, referrer.id)).toEqual(['2000', '0'])
    expect(await readBalance(database, buyer.id)).toEqual(['20000', '0'])
  }
})

test('a suspended referrer is still paid', async () => {
  const referrer = await memberWith(0)
  const buyer = await memberWith(0, referrer.id)
  await setStatus(referrer.id, 'Suspended')
  await decide(database, adminId, buyer.id, await submitPackage(database, buyer.id, await createPackage(database)))
  expect(await readBalance(database, referrer.id)).toEqual(['2000', '0'])
})

test('a top-up changes neither package nor referrer', async () => {
  const referrer = await memberWith(0)
  const buyer = await memberWith(0, referrer.id)
  const pack = await createPackage(database)
  await decide(database, adminId, buyer.id, await submitPackage(database, buyer.id, pack))
  await decide(database, adminId, buyer.id, await submitPackage(database, buyer.id, { id: pack.id, coins: 3000 }))
  expect((await readProfile(buyer.id)).package_id).toBe(pack.id)
  expect(await readBalance(database, buyer.id)).toEqual(['13000', '0'])
  expect(await readBalance(database, referrer.id)).toEqual(['2000', '0'])
})

test('a rejected first package does not count as the first purchase', async () => {
  const buyer = await memberWith(0, (await memberWith(0)).id)
  const requestId = await submitPackage(database, buyer.id, await createPackage(database))
  await decide(database, adminId, buyer.id, requestId, 'rejected')
  expect(await readPostings(database, requestId, {})).toEqual([])
  expect(await readProfile(buyer.id)).toMatchObject({ package_id: null, first_purchase_done: false })
})

test('an approved withdrawal leaves the platform [REQ-05]', async () => {
  const member = await memberWith(5000)
  const requestId = await submit(database, member.id, 'withdrawal', 2000)
  await decide(database, adminId, member.id, requestId)
  expect((await readPostings(database, requestId, { [member.id]: 'member' })).slice(2)).toEqual([
    'withdrawal: member locked -2000',
    'withdrawal: platform redemption 2000',
  ])
  expect((await readStatement(database, member.id)).slice(1)).toEqual([
    { type: null, available: '-2000', locked: '2000', total: '5000' },
    { type: 'WITHDRAWAL', available: '0', locked: '-2000', total: '3000' },
  ])
})

test('an approved transfer reaches the recipient [REQ-05]', async () => {
  const [sender, recipient] = [await memberWith(5000), await memberWith(0)]
  const requestId = await submit(database, sender.id, 'transfer', 2000, { recipientMemberId: recipient.memberId })
  await decide(database, adminId, sender.id, requestId)
  const names = { [sender.id]: 'sender', [recipient.id]: 'recipient' }
  expect((await readPostings(database, requestId, names)).slice(2)).toEqual([
    'transfer: sender locked -2000',
    'transfer: recipient available 2000',
  ])
  expect((await readStatement(database, sender.id)).at(-1)).toMatchObject({ type: 'TRANSFER_OUT', total: '3000' })
  expect(await readStatement(database, recipient.id)).toEqual([
    { type: 'TRANSFER_IN', available: '2000', locked: '0', total: '2000' },
  ])
})

test.each(['withdrawal', 'transfer'] as const)('a %s that is rejected or cancelled returns its coins', async (kind) => {
  const [member, other] = [await memberWith(5000), await memberWith(0)]
  for (const end of ['rejected', 'cancelled']) {
    const requestId = await submit(database, member.id, kind, 2000, { recipientMemberId: other.memberId })
    await (end === 'rejected'
      ? decide(database, adminId, member.id, requestId, 'rejected')
      : cancel(member.id, requestId))
    expect((await readPostings(database, requestId, { [member.id]: 'member' })).slice(2)).toEqual([
      'release: member locked -2000',
      'release: member available 2000',
    ])
    expect(await readBalance(database, member.id)).toEqual(['5000', '0'])
  }
})

test('a transfer to a recipient who is no longer active cannot be approved, only rejected', async () => {
  const [sender, recipient] = [await memberWith(5000), await memberWith(0)]
  const requestId = await submit(database, sender.id, 'transfer', 2000, { recipientMemberId: recipient.memberId })
  await setStatus(recipient.id, 'Suspended')
  await expectRefused(database, 'recipient_not_active', () => decide(database, adminId, sender.id, requestId))
  await decide(database, adminId, sender.id, requestId, 'rejected')
  expect(await readBalance(database, sender.id)).toEqual(['5000', '0'])
})

test('a withdrawal to an address that now belongs to the platform is neither submitted nor approved, only rejected', async () => {
  const member = await memberWith(5000)
  const address = `T-${randomUUID()}`
  const setDeposit = (deposit: string) =>
    database.ownerDb.updateTable('settings').set({ deposit_address: deposit }).execute()
  await database.ownerDb.updateTable('profiles').set({ wallet_address: address }).where('id', '=', member.id).execute()
  await passHolds(database.ownerDb, member.id)
  const requestId = await submit(database, member.id, 'withdrawal', 2000)
  await setDeposit(address)
  await expectRefused(database, 'wallet_of_platform', () => decide(database, adminId, member.id, requestId))
  // A former address of the platform stays refused, as a member may still send coins there.
  await setDeposit(`T-${randomUUID()}`)
  await expectRefused(database, 'wallet_of_platform', () => submit(database, member.id, 'withdrawal', 1000))
  await expectRefused(database, 'wallet_of_platform', () => decide(database, adminId, member.id, requestId))
  await decide(database, adminId, member.id, requestId, 'rejected')
  expect(await readBalance(database, member.id)).toEqual(['5000', '0'])
  await database.ownerDb.updateTable('settings').set({ deposit_address: null }).execute()
})

test('requests of a suspended member can be decided', async () => {
  const member = await memberWith(5000)
  const requestId = await submit(database, member.id, 'withdrawal', 2000)
  await setStatus(member.id, 'Suspended')
  await decide(database, adminId, member.id, requestId)
  expect(await readBalance(database, member.id)).toEqual(['3000', '0'])
})

test('a buy without a payment slip cannot be approved, only rejected', async () => {
  const member = await memberWith(0)
  const pack = await createPackage(database)
  const requestId = await submit(database, member.id, 'buy', pack.coins, { packageId: pack.id })
  await expectRefused(database, 'slip_missing', () => decide(database, adminId, member.id, requestId))
  await decide(database, adminId, member.id, requestId, 'rejected')
})

test('only active administrators decide, and never about themselves', async () => {
  const [member, other] = [await memberWith(5000), await memberWith(0)]
  const requestId = await submit(database, member.id, 'withdrawal', 1000)
  const suspended = await createAdmin(database.ownerDb)
  await setStatus(suspended.id, 'Suspended')
  for (const actorId of [member.id, other.id, suspended.id, randomUUID()]) {
    await expectRefused(database, 'forbidden', () => decide(database, actorId, member.id, requestId))
  }
  await expectRefused(database, 'forbidden', () => decide(database, adminId, adminId, requestId))
})

test('a request is found only with the id of its member', async () => {
  const [member, other] = [await memberWith(5000), await memberWith(0)]
  const requestId = await submit(database, member.id, 'withdrawal', 1000)
  await expectRefused(database, 'not_found', () => decide(database, adminId, other.id, requestId))
  await expectRefused(database, 'not_found', () => cancel(other.id, requestId))
  await expectRefused(database, 'not_found', () => cancel(member.id, randomUUID()))
})

test.each(['buy', 'withdrawal', 'transfer'] as const)('a %s is not rejected without a reason', async (kind) => {
  const [member, friend] = [await memberWith(5000), await memberWith(0)]
  await database.ownerDb
    .updateTable('profiles')
    .set({ first_purchase_done: true })
    .where('id', '=', member.id)
    .execute()
  const extra = kind === 'transfer' ? { recipientMemberId: friend.memberId } : {}
  const requestId = await submit(database, member.id, kind, 1000, extra)
  const call = { token: null, actorId: adminId, userId: member.id, requestId, status: 'rejected' as const }
  for (const notes of [undefined, null, '', ' \n\t']) {
    await expectRefused(database, 'reason_required', () =>
      ledger.decide(database.ownerDb, { ...call, key: randomUUID(), notes }),
    )
  }
  const key = randomUUID()
  expect(await ledger.decide(database.ownerDb, { ...call, key, notes: 'Not received' })).toEqual({ replayed: false })
  expect(await ledger.decide(database.ownerDb, { ...call, key, notes: 'Not received' })).toEqual({ replayed: true })
})

test.each(['approved', 'rejected', 'cancelled'] as const)(
  'a request that is %s never changes again',
  async (status) => {
    const member = await memberWith(5000)
    const requestId = await submit(database, member.id, 'withdrawal', 1000)
    await (status === 'cancelled'
      ? cancel(member.id, requestId)
      : decide(database, adminId, member.id, requestId, status))
    for (const call of [
      () => decide(database, otherAdminId, member.id, requestId, 'approved'),
      () => decide(database, adminId, member.id, requestId, 'rejected'),
      () => cancel(member.id, requestId),
    ]) {
      await expectRefused(database, 'already_processed', call)
      await expect(call()).rejects.toMatchObject({ status })
    }
  },
)

test('a note is kept with the decision and may be 2000 characters long', async () => {
  const member = await memberWith(5000)
  const requestId = await submit(database, member.id, 'withdrawal', 1000)
  const call = { actorId: adminId, userId: member.id, requestId, status: 'approved' } as const
  const withNotes = (notes: string) =>
    ledger.decide(database.ownerDb, { token: null, ...call, key: randomUUID(), notes })
  await expectRefused(database, 'invalid_request', () => withNotes('n'.repeat(2001)))
  await withNotes('n'.repeat(2000))
  const row = await database.ownerDb
    .selectFrom('ledger.requests')
    .select(['admin_notes', 'decided_by', 'status'])
    .where('id', '=', requestId)
    .executeTakeFirst()
  expect(row).toEqual({ admin_notes: 'n'.repeat(2000), decided_by: adminId, status: 'approved' })
})
