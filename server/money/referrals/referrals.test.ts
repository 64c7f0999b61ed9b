import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReferralSummary, listReferrals as operation, type ReferralStatus } from '../../../contract/referrals.ts'
import { confirmAddress } from '../../../tests/helpers/confirm-address.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  submit,
  submitPackage,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, type MemberFixture } from '../../../tests/helpers/people.ts'
import { cancel } from '../ledger/ledger.ts'
import { listReferrals, readReferralSummary } from './referrals.ts'

let database: TestDatabase
let adminId: string
let gold: PackageFixture
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  gold = await createPackage(database, { coins: 50_000, bonusPercentage: '7.5' })
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

async function list(userId: string, query: Partial<Parameters<typeof listReferrals>[2]> = {}) {
  return operation.output.parse(await listReferrals(database.appDb, userId, { limit: 25, ...query }))
}

async function readOnly(userId: string) {
  const { items } = await list(userId)
  expect(items).toHaveLength(1)
  return [items[0]?.status, items[0]?.reward_coins]
}

async function createFriends(referrer: MemberFixture, count: number): Promise<MemberFixture[]> {
  const friends: MemberFixture[] = []
  while (friends.length < count)
    friends.push(await createMember(database.ownerDb, { referredById: referrer.id, fullName: 'Kofi Mensah' }))
  return friends
}

const cancelIt = async (userId: string, requestId: string) =>
  cancel(database.ownerDb, { token: null, userId, key: randomUUID(), requestId })

describe('a friend', () => {
  test('is registered, then pending with the expected reward, then awarded [REFSTATE-01, REFSTATE-02, REFSTATE-05]', async () => {
    const referrer = await createMember(database.ownerDb)
    const [friend] = await createFriends(referrer, 1)
    expect(await readOnly(referrer.id)).toEqual(['Registered', null])
    const requestId = await submitPackage(database, friend?.id ?? '', gold)
    expect(await readOnly(referrer.id)).toEqual(['First Purchase Pending', '10000'])
    await decide(database, adminId, friend?.id ?? '', requestId)
    expect(await readOnly(referrer.id)).toEqual(['Bonus Awarded', '10000'])
    // Later requests of the friend change nothing.
    await submitPackage(database, friend?.id ?? '', gold)
    await cancelIt(friend?.id ?? '', await submit(database, friend?.id ?? '', 'buy', 1000))
    await submit(database, friend?.id ?? '', 'withdrawal', 1000)
    expect(await readOnly(referrer.id)).toEqual(['Bonus Awarded', '10000'])
  })

  test('is registered again after a rejection or cancellation, unless another package is pending [REFSTATE-01, REFSTATE-02]', async () => {
    const referrer = await createMember(database.ownerDb)
    const [friend = referrer] = await createFriends(referrer, 1)
    const silver = await createPackage(database, { coins: 20_000 })
    await decide(database, adminId, friend.id, await submitPackage(database, friend.id, gold), 'rejected')
    expect(await readOnly(referrer.id)).toEqual(['Registered', null])
    const [first, second] = [
      await submitPackage(database, friend.id, gold),
      await submitPackage(database, friend.id, silver),
    ]
    expect(await readOnly(referrer.id)).toEqual(['First Purchase Pending', '10000'])
    await cancelIt(friend.id, first)
    expect(await readOnly(referrer.id)).toEqual(['First Purchase Pending', '4000'])
    await cancelIt(friend.id, second)
    expect(await readOnly(referrer.id)).toEqual(['Registered', null])
  })

  test('with many purchases at once ends in the status of its requests', async () => {
    const referrer = await createMember(database.ownerDb)
    const [friend = referrer] = await createFriends(referrer, 1)
    for (let round = 0; round < 5; round += 1) {
      const waiting = await Promise.all(Array.from({ length: 4 }, async () => submitPackage(database, friend.id, gold)))
      await Promise.all([
        ...waiting.slice(0, 2).map(async (id) => cancelIt(friend.id, id)),
        ...waiting.slice(2).map(async (id) => decide(database, adminId, friend.id, id, 'rejected')),
        ...(round < 4 ? [submitPackage(database, friend.id, gold)] : []),
      ])
      await expectNoViolations(database)
    }
  })
})

describe('the list of friends', () => {
  test('has the name, email, day and status of the member’s own friends, newest first, page by page [REFER-04]', async () => {
    const [referrer, other] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
    const friends = await createFriends(referrer, 5)
    await createFriends(other, 2)
    const first = await list(referrer.id, { limit: 2 })
    const second = await list(referrer.id, { limit: 2, cursor: first.next_cursor ?? '' })
    // A new friend does not shift the pages that follow.
    await createFriends(referrer, 1)
    const third = await list(referrer.id, { limit: 2, cursor: second.next_cursor ?? '' })
    const seen = [...first.items, ...second.items, ...third.items]
    expect(seen.map(({ email }) => email)).toEqual(friends.map(({ email }) => email).toReversed())
    expect(third.next_cursor).toBeNull()
    expect(seen[0]).toMatchObject({ full_name: 'Kofi Mensah', status: 'Registered', reward_coins: null })
    expect(Date.now() - Date.parse(seen[0]?.joined_at ?? '')).toBeLessThan(60_000)
  })

  test('is filtered by status, and summed up [REFER-05]', async () => {
    const referrer = await createMember(database.ownerDb)
    const [first, second, third, fourth, fifth] = (await createFriends(referrer, 5)).map(({ id }) => id)
    for (const id of [first, second])
      await decide(database, adminId, id ?? '', await submitPackage(database, id ?? '', gold))
    for (const id of [third, fourth]) await submitPackage(database, id ?? '', gold)
    await decide(database, adminId, fifth ?? '', await submitPackage(database, fifth ?? '', gold), 'rejected')

    const countOf = async (status: ReferralStatus) => {
      const { items } = await list(referrer.id, { status })
      expect(items.every((item) => item.status === status)).toBe(true)
      return items.length
    }
    expect(await countOf('Registered')).toBe(1)
    expect(await countOf('First Purchase Pending')).toBe(2)
    expect(await countOf('Bonus Awarded')).toBe(2)
    const page = await list(referrer.id, { status: 'Bonus Awarded', limit: 1 })
    const next = await list(referrer.id, { status: 'Bonus Awarded', limit: 1, cursor: page.next_cursor ?? '' })
    expect([page.items, next.items].flat().map(({ status }) => status)).toEqual(['Bonus Awarded', 'Bonus Awarded'])
    expect(next.next_cursor).toBeNull()

    const summary = await readReferralSummary(database.appDb, referrer.id)
    expect(getReferralSummary.output.parse(summary)).toEqual({
      total: 5,
      registered: 1,
      pending: 2,
      awarded: 2,
      earned_coins: '20000',
      pending_coins: '20000',
    })
  })

  test('of a member without friends is empty', async () => {
    const member = await createMember(database.ownerDb)
    expect(await list(member.id)).toEqual({ items: [], next_cursor: null })
    expect(await readReferralSummary(database.appDb, member.id)).toEqual({
      total: 0,
      registered: 0,
      pending: 0,
      awarded: 0,
      earned_coins: '0',
      pending_coins: '0',
    })
  })

  test('refuses a cursor it did not make', async () => {
    const { id } = await createMember(database.ownerDb)
    await expect(list(id, { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('a member with an unconfirmed address', () => {
  const setStatus = async (id: string, status: string) =>
    database.owner.query('update profiles set status = $2 where id = $1', [id, status])

  test('is not listed as a friend, so that a referrer does not learn that an address has an account', async () => {
    const [former, latter] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
    const options = { referredById: former.id, fullName: 'Kofi Mensah', status: 'Inactive' as const }
    const friend = await createMember(database.ownerDb, options)
    await database.owner.query(`insert into credentials (user_id, password_hash) values ($1, 'x')`, [friend.id])
    await database.owner.query(`select amend_sign_up($1, null, $2, 'Kofi Mensah', null, 'GH', null, 'Accra', null)`, [
      friend.id,
      latter.id,
    ])
    expect([(await list(former.id)).items, (await list(latter.id)).items]).toEqual([[], []])
    await confirmAddress(database.ownerDb, friend.id)
    // The further form named the latter referrer, and only the owner of the address can change the former one.
    expect([(await list(former.id)).items.length, (await list(latter.id)).items.length]).toEqual([1, 0])
  })

  test('is listed once after the confirmation, and stays listed when the account is closed and opened again', async () => {
    const referrer = await createMember(database.ownerDb)
    const [friend = referrer] = await createFriends(referrer, 1)
    await submitPackage(database, friend.id, gold)
    for (const status of ['Suspended', 'Inactive', 'Active']) await setStatus(friend.id, status)
    expect(await readOnly(referrer.id)).toEqual(['First Purchase Pending', '10000'])
  })
})
