import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectRefused,
  expectNoViolations,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
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
