import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectRefused,
  expectNoViolations,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createToken, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import * as ledger from './ledger.ts'

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

/** Demands that the books refuse one more request. */
const expectOpenFull = async (work: () => Promise<unknown>) => expectRefused(database, 'open_requests_full', work)

async function memberWith(coins: number) {
  const member = await createMember(database.ownerDb)
  if (coins > 0) await giveCoins(database.ownerDb, adminId, member.id, coins)
  return member
}

test('coins without a value cannot be withdrawn, but can be sent', async () => {
  const [member, other] = [await memberWith(2000), await memberWith(0)]
  const setRate = (rate: string) => database.ownerDb.updateTable('settings').set({ et_rate: rate }).execute()
  await setRate('0.00000001')
  await expectRefused(database, 'amount_worth_nothing', () => submit(database, member.id, 'withdrawal', 1000))
  await submit(database, member.id, 'transfer', 1000, { recipientMemberId: other.memberId })
  await setRate('0.01')
})

test.each(['withdrawal', 'transfer'] as const)('a %s is worth no more than the settings allow', async (kind) => {
  const [member, { memberId: recipientMemberId }] = [await memberWith(10_000), await memberWith(0)]
  const setLimit = (usd: string) => database.ownerDb.updateTable('settings').set({ request_limit_usd: usd }).execute()
  await setLimit('29.99')
  await expectRefused(database, 'amount_over_limit', () =>
    submit(database, member.id, kind, 3000, { recipientMemberId }),
  )
  await setLimit('30')
  await submit(database, member.id, kind, 3000, { recipientMemberId })
  await setLimit('1000000')
})

test('a balance or a sum that overflows its column is refused, and nothing changes', async () => {
  const [member, other] = [await memberWith(0), await memberWith(5000)]
  // Fills the account to its limit, which would take ten thousand of the largest corrections.
  const fill = (column: string, value: string) =>
    database.owner.query(`update ledger.accounts set ${column} = $1 where user_id = $2`, [value, member.id])
  const most = '9999999999999999'
  await fill('available', most)
  await expectRefused(database, 'amount_too_large', () => giveCoins(database.ownerDb, adminId, member.id, 1000))
  const sent = await submit(database, other.id, 'transfer', 1000, { recipientMemberId: member.memberId })
  await expectRefused(database, 'amount_too_large', () => decide(database, adminId, other.id, sent))
  await fill('available', '0')
  await fill('incoming_usd', '999999999999999995')
  await expectRefused(database, 'amount_too_large', () => decide(database, adminId, other.id, sent))
  await fill('incoming_usd', '0')
  await decide(database, adminId, other.id, sent)
})

test('a request is judged by the limit and the rate of one moment, even if both change meanwhile [A134]', async () => {
  const [member, other] = [await memberWith(10_000_000), await memberWith(0)]
  const offers = [
    { et_rate: '0.01', topup_coin_price: '0.01', request_limit_usd: '100' },
    { et_rate: '1', topup_coin_price: '1', request_limit_usd: '10000' },
  ] as const
  const set = (offer: object) => database.ownerDb.updateTable('settings').set(offer).execute()
  await set(offers[0])
  await decide(database, adminId, member.id, await submitPackage(database, member.id, await createPackage(database)))
  let isDone = false
  const flip = async () => {
    for (let n = 0; !isDone; n += 1) await set(n % 2 ? offers[0] : offers[1])
  }
  const call = { userId: member.id, coins: 10_000, recipientMemberId: other.memberId, token: null }
  const kinds = [
    { kind: 'withdrawal', usdtRate: '1' },
    { kind: 'transfer' },
    { kind: 'buy', usdtRate: '1', recipientMemberId: undefined },
  ] as const
  const spend = async () => {
    for (let n = 0; n < 60; n += 1) {
      await ledger.submit(database.ownerDb, { ...call, key: randomUUID(), ...(kinds[n % 3] ?? kinds[0]) })
    }
  }
  // The database would refuse a mix of two moments: 10,000 coins at 1 USD are more than 100 USD.
  const spends = Promise.all([spend(), spend(), spend(), spend()]).finally(() => (isDone = true))
  await Promise.all([spends, flip()])
  const read = database.ownerDb.selectFrom('ledger.requests').select(['rate', 'amount_usd']).distinct()
  const made = await read.where('user_id', '=', member.id).where('package_id', 'is', null).orderBy('rate').execute()
  expect(made).toEqual([
    { rate: '0.01', amount_usd: '100' },
    { rate: '1', amount_usd: '10000' },
  ])
  await set({ ...offers[0], request_limit_usd: '99.99' })
  await expectRefused(database, 'amount_over_limit', () =>
    ledger.submit(database.ownerDb, { ...call, key: randomUUID(), kind: 'transfer' }),
  )
  await set({ ...offers[0], request_limit_usd: '1000000' })
})

describe('a member with twenty open requests', () => {
  /** Returns functions that submit as a signed-in member. The slip of a buy is prepared before. */
  async function signIn(coins: number) {
    const [member, other] = [await memberWith(coins), await memberWith(0)]
    const [token, pack] = [await createToken(database.ownerDb, member.id), await createPackage(database)]
    return {
      member,
      token,
      send: async (key: string = randomUUID()) =>
        submit(database, member.id, 'transfer', 1000, { token, key, recipientMemberId: other.memberId }),
      withdraw: async () => submit(database, member.id, 'withdrawal', 1000, { token }),
      prepareBuy: async () => {
        const uploadId = await createUploadRow(database.ownerDb, member.id)
        return async () => submit(database, member.id, 'buy', pack.coins, { token, packageId: pack.id, uploadId })
      },
    }
  }
  const countOpen = async (userId: string) =>
    (await database.owner.query(`select from ledger.requests where user_id = $1 and status = 'pending'`, [userId])).rows
      .length

  test('makes no other of any kind until one is decided or cancelled', async () => {
    const { member, token, send, withdraw, prepareBuy } = await signIn(30_000)
    const [buy, buyMore] = [await prepareBuy(), await prepareBuy()]
    const first = await buy()
    const second = await send()
    for (let count = 2; count < 20; count += 1) await send()
    for (const more of [send, withdraw, buyMore]) await expectOpenFull(() => more())
    await decide(database, adminId, member.id, first, 'approved')
    await send()
    await expectOpenFull(() => send())
    await ledger.cancel(database.ownerDb, { token, userId: member.id, key: randomUUID(), requestId: second })
    await withdraw()
    expect(await countOpen(member.id)).toBe(20)
  })

  test('gets no other by calls at the same moment', async () => {
    const { member, send, prepareBuy } = await signIn(100_000)
    const buys = await Promise.all(Array.from({ length: 30 }, prepareBuy))
    const outcomes = await Promise.allSettled(buys.flatMap((buy) => [buy(), send()]))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'open_requests_full' })
    }
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await countOpen(member.id)).toBe(20)
  })

  test('repeats an earlier call and gets its answer', async () => {
    const { send } = await signIn(30_000)
    const key = randomUUID()
    const first = await send(key)
    for (let count = 1; count < 20; count += 1) await send()
    expect(await send(key)).toBe(first)
  })
})
