import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  expectRefused,
  readBalance,
  readPostings,
  readStatement,
  submit,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import { createPayout, noteSent } from '../../../tests/helpers/payouts.ts'
import { createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { addTransfer, makeHash } from '../../../tests/helpers/transfers.ts'

let database: TestDatabase
let adminId: string
let pack: PackageFixture
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  pack = await createPackage(database, { coins: 5000, bonusPercentage: '10' })
})
afterEach(() => expectNoViolations(database))
afterAll(() => database.drop())

const reason = 'The payment was never received.'
const reverse = (userId: string, requestId: string, more: Partial<ledger.Reversal> = {}) =>
  ledger.reverse(database.ownerDb, {
    token: null,
    actorId: adminId,
    key: randomUUID(),
    userId,
    requestId,
    reason,
    ...more,
  })

async function approveAll(userId: string, ...requestIds: string[]): Promise<void> {
  for (const id of requestIds) await decide(database, adminId, userId, id)
}

async function buyPackage(userId: string): Promise<string> {
  const id = await submitPackage(database, userId, pack)
  await approveAll(userId, id)
  return id
}

async function topUp(userId: string): Promise<string> {
  const id = await submit(database, userId, 'buy', 1000, {
    uploadId: await createUploadRow(database.ownerDb, userId),
  })
  await approveAll(userId, id)
  return id
}

async function send(userId: string, recipientMemberId: string, coins: number): Promise<string> {
  const id = await submit(database, userId, 'transfer', coins, { recipientMemberId })
  await approveAll(userId, id)
  return id
}

async function readFriend(id: string) {
  const { rows } = await database.owner.query<Record<string, unknown>>(
    `SELECT p.first_purchase_done, p.package_id, f.status, trim_scale(f.reward_coins)::text AS reward
       FROM profiles p LEFT JOIN ledger.referrals f ON f.user_id = p.referred_by_id AND f.friend_id = p.id WHERE p.id = $1`,
    [id],
  )
  return rows[0]
}

async function readDebts(id: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ debt: string }>(
    `SELECT trim_scale(remaining)::text || ' of ' || trim_scale(coins)::text AS debt FROM ledger.debts WHERE user_id = $1 ORDER BY id`,
    [id],
  )
  return rows.map(({ debt }) => debt)
}

test('a first package goes back with bonus and reward, and the next one is the first again', async () => {
  const referrer = await createMember(database.ownerDb)
  const friend = await createMember(database.ownerDb, { referredById: referrer.id })
  const bought = await buyPackage(friend.id)
  expect(await readFriend(friend.id)).toMatchObject({ first_purchase_done: true, status: 'Bonus Awarded' })
  expect(await reverse(friend.id, bought)).toEqual({ isReversed: true, replayed: false })
  const names = { [friend.id]: 'friend', [referrer.id]: 'referrer' }
  expect((await readPostings(database, bought, names)).slice(6)).toEqual([
    'reverse_buy: friend available -5000',
    'reverse_buy: platform issuance 5000',
    'reverse_bonus: friend available -500',
    'reverse_bonus: platform promotions 500',
    'reverse_referral: referrer available -1000',
    'reverse_referral: platform promotions 1000',
  ])
  expect(await readFriend(friend.id)).toEqual({
    first_purchase_done: false,
    package_id: null,
    status: 'Registered',
    reward: null,
  })
  expect([await readBalance(database, friend.id), await readBalance(database, referrer.id)]).toEqual([
    ['0', '0'],
    ['0', '0'],
  ])
  const waiting = await submitPackage(database, friend.id, pack)
  expect(await readFriend(friend.id)).toMatchObject({ status: 'First Purchase Pending' })
  await approveAll(friend.id, waiting)
  expect(await readFriend(friend.id)).toMatchObject({ status: 'Bonus Awarded', reward: '1000' })
  expect(await readBalance(database, referrer.id)).toEqual(['1000', '0'])
})

test('a first package under a later purchase stays the first, and its reward goes back all the same', async () => {
  const referrer = await createMember(database.ownerDb)
  const friend = await createMember(database.ownerDb, { referredById: referrer.id })
  const [first, later] = [await buyPackage(friend.id), await topUp(friend.id)]
  await reverse(friend.id, first)
  const kept = { first_purchase_done: true, package_id: pack.id, status: 'Bonus Awarded', reward: '0' }
  expect(await readFriend(friend.id)).toEqual(kept)
  expect(await readBalance(database, referrer.id)).toEqual(['0', '0'])
  const { rows } = await database.owner.query(
    'SELECT first_purchase FROM ledger.reversals WHERE user_id = $1 ORDER BY created_at',
    [friend.id],
  )
  expect(rows).toEqual([{ first_purchase: 'kept' }])
  // Once the top-up has gone too, nothing depends on the first package any more.
  await reverse(friend.id, later)
  expect(await readFriend(friend.id)).toMatchObject({ first_purchase_done: false, status: 'Registered' })
})

test('coins that are no longer there become a debt, which the next credits repay in the order of the debts', async () => {
  const member = await createMember(database.ownerDb)
  const other = await createMember(database.ownerDb)
  const first = await buyPackage(member.id)
  const second = await topUp(member.id)
  await send(member.id, other.memberId, 6000)
  expect(await readBalance(database, member.id)).toEqual(['500', '0'])
  await reverse(member.id, first)
  await reverse(member.id, second)
  expect(await readDebts(member.id)).toEqual(['5000 of 5000', '1000 of 1000'])
  expect(await readBalance(database, member.id)).toEqual(['0', '0'])
  await giveCoins(database.ownerDb, adminId, member.id, 5200)
  expect(await readDebts(member.id)).toEqual(['0 of 5000', '800 of 1000'])
  // A transfer that comes back is a credit as well.
  await giveCoins(database.ownerDb, adminId, other.id, 1000)
  await send(other.id, member.memberId, 1000)
  expect(await readDebts(member.id)).toEqual(['0 of 5000', '0 of 1000'])
  expect(await readBalance(database, member.id)).toEqual(['200', '0'])
  expect((await readStatement(database, member.id)).slice(-10).map(({ type, available }) => [type, available])).toEqual(
    [
      ['DEBT_IN', '5000'],
      ['REVERSAL_OUT', '-5000'],
      ['REVERSAL_OUT', '-500'],
      ['DEBT_IN', '1000'],
      ['REVERSAL_OUT', '-1000'],
      ['ADJUSTMENT_IN', '5200'],
      ['DEBT_OUT', '-5000'],
      ['DEBT_OUT', '-200'],
      ['TRANSFER_IN', '1000'],
      ['DEBT_OUT', '-800'],
    ],
  )
})

test('locked coins stay, and repay once they are released', async () => {
  const member = await createMember(database.ownerDb)
  const bought = await buyPackage(member.id)
  const waiting = await submit(database, member.id, 'withdrawal', 2000)
  await reverse(member.id, bought)
  expect(await readBalance(database, member.id)).toEqual(['0', '2000'])
  expect(await readDebts(member.id)).toEqual(['2000 of 2000'])
  await ledger.cancel(database.ownerDb, { token: null, userId: member.id, key: randomUUID(), requestId: waiting })
  expect(await readBalance(database, member.id)).toEqual(['0', '0'])
  expect(await readDebts(member.id)).toEqual(['0 of 2000'])
})

test('coins do not leave while the member owes some, and a rejected request repays [A343]', async () => {
  const member = await createMember(database.ownerDb)
  const bought = await buyPackage(member.id)
  const waiting = await submit(database, member.id, 'withdrawal', 2000)
  await reverse(member.id, bought)
  await expectRefused(database, 'debt_open', () => decide(database, adminId, member.id, waiting))
  await decide(database, adminId, member.id, waiting, 'rejected')
  expect(await readBalance(database, member.id)).toEqual(['0', '0'])
  expect(await readDebts(member.id)).toEqual(['0 of 2000'])
})

test('a transfer goes back to its sender, from a recipient without coins as a debt', async () => {
  const [sender, recipient] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
  await giveCoins(database.ownerDb, adminId, sender.id, 3000)
  const sent = await send(sender.id, recipient.memberId, 3000)
  await ledger.adjust(database.ownerDb, {
    token: null,
    actorId: adminId,
    key: randomUUID(),
    userId: recipient.id,
    coins: '-1000',
    reason: 'Moved elsewhere',
  })
  await reverse(sender.id, sent)
  expect(await readBalance(database, sender.id)).toEqual(['3000', '0'])
  expect(await readBalance(database, recipient.id)).toEqual(['0', '0'])
  expect(await readDebts(recipient.id)).toEqual(['1000 of 1000'])
  const { rows } = await database.owner.query(
    'SELECT outgoing_usd, incoming_usd FROM ledger.accounts WHERE user_id = $1',
    [sender.id],
  )
  expect(rows).toEqual([{ outgoing_usd: '0', incoming_usd: '0' }])
})

test('the payout of a reversed withdrawal is cancelled, and one that was sent keeps the withdrawal', async () => {
  const due = await createPayout(database, adminId)
  await reverse(due.userId, due.requestId)
  expect(await readBalance(database, due.userId)).toEqual(['2000', '0'])
  await expectRefused(database, 'payout_cancelled', () =>
    noteSent(database.ownerDb, due, { actorId: adminId, hash: makeHash() }),
  )
  const gone = await createPayout(database, adminId)
  await noteSent(database.ownerDb, gone, { actorId: adminId, hash: makeHash() })
  await expectRefused(database, 'payout_sent_already', () => reverse(gone.userId, gone.requestId))
})

test('the payment of a reversed buy may pay for the request that it belongs to', async () => {
  const [wrong, right] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
  const transfer = await addTransfer(database, { units: 50_000_000n })
  const approve = (userId: string, requestId: string) =>
    ledger.decide(database.ownerDb, {
      token: null,
      actorId: adminId,
      key: randomUUID(),
      userId,
      requestId,
      status: 'approved',
      transfers: [transfer],
    })
  const [mistaken, meant] = [
    await submitPackage(database, wrong.id, pack),
    await submitPackage(database, right.id, pack),
  ]
  await database.owner.query(
    `UPDATE uploads SET sha256 = (SELECT o.sha256 FROM uploads o WHERE o.user_id = $1) WHERE user_id = $2`,
    [wrong.id, right.id],
  )
  await approve(wrong.id, mistaken)
  await expectRefused(database, 'payment_used_before', () => approve(right.id, meant))
  await reverse(wrong.id, mistaken)
  await approve(right.id, meant)
  expect(await readBalance(database, right.id)).toEqual(['5500', '0'])
})

test('a payment that several buys have used stays used until the last of them is reversed', async () => {
  const buyers = await Promise.all(Array.from({ length: 4 }, () => createMember(database.ownerDb)))
  const requests: Call[] = []
  for (const { id } of buyers) requests.push({ userId: id, requestId: await submitPackage(database, id, pack) })
  await database.owner.query(`UPDATE uploads SET sha256 = sha256('one slip') WHERE user_id = ANY ($1::uuid[])`, [
    buyers.map(({ id }) => id),
  ])
  const approve = (request: Call, reuseReason?: string) =>
    ledger.decide(database.ownerDb, {
      token: null,
      actorId: adminId,
      key: randomUUID(),
      ...request,
      status: 'approved',
      ...(reuseReason && { reuseReason }),
    })
  const [first, second, third, last] = requests as [Call, Call, Call, Call]
  await approve(first)
  await approve(second, 'One payment for two people')
  await approve(third, 'One payment for two people')
  for (const { userId, requestId } of [first, second]) {
    await reverse(userId, requestId)
    await expectRefused(database, 'payment_used_before', () => approve(last))
  }
  await reverse(third.userId, third.requestId)
  await approve(last)
})

type Call = { userId: string; requestId: string }

test('a reversal takes the coins of its bonus out of those that wait', async () => {
  await database.ownerDb.updateTable('settings').set({ maturity_days: '7' }).execute()
  const member = await createMember(database.ownerDb)
  const [first, second] = [await buyPackage(member.id), await buyPackage(member.id)]
  const waiting = async () =>
    (
      await database.owner.query<{ coins: string }>('SELECT coins::text FROM ledger.maturing_of($1)', [member.id])
    ).rows.map(({ coins }) => Number(coins))
  expect(await waiting()).toEqual([1000])
  await reverse(member.id, first)
  expect(await waiting()).toEqual([500])
  await reverse(member.id, second)
  expect(await waiting()).toEqual([0])
  await database.ownerDb.updateTable('settings').set({ maturity_days: '0' }).execute()
})
