import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  allowFallbackRate,
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
import { createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'

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

const readRequest = (id: string) =>
  database.ownerDb.selectFrom('ledger.requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const setProfile = (id: string, values: object) =>
  database.ownerDb.updateTable('profiles').set(values).where('id', '=', id).execute()

test('a buy moves nothing and freezes price, bonus, rate and USDT', async () => {
  const member = await memberWith(0)
  const pack = await createPackage(database, { coins: 3000, coinPrice: '0.0125', bonusPercentage: '3.33337' })
  const uploadId = await createUploadRow(database.ownerDb, member.id)
  const requestId = await submit(database, member.id, 'buy', 3000, {
    packageId: pack.id,
    uploadId,
    usdtRate: '1.03',
    transactionHash: '0x_ab-CD',
  })
  expect(await readRequest(requestId)).toMatchObject({
    kind: 'buy',
    status: 'pending',
    package_id: pack.id,
    upload_id: uploadId,
    // The package keeps 3.33337 % as 3.3334 %. Of 3000 coins that is 100.002.
    amount_coins: '3000',
    bonus_coins: '100.002',
    rate: '0.01',
    amount_usd: '37.5',
    usdt_rate: '1.03',
    usdt_rate_is_fallback: false,
    usdt_amount: '36.4078',
    transaction_hash: '0x_ab-CD',
  })
  expect(await readPostings(database, requestId, {})).toEqual([])
  expect(await readBalance(database, member.id)).toEqual(['0', '0'])
})

test('a buy at a fallback rate is refused, unless the configuration allows it, and is then marked', async () => {
  const member = await memberWith(0)
  const pack = await createPackage(database)
  const standIn = { packageId: pack.id, usdtRate: '1', usdtRateIsFallback: true, key: randomUUID() }
  const buy = () => submit(database, member.id, 'buy', pack.coins, standIn)
  await expectRefused(database, 'exchange_rate_missing', buy)
  await allowFallbackRate(database)
  const requestId = await buy()
  await allowFallbackRate(database, false)
  expect(await buy()).toBe(requestId)
  expect(await readRequest(requestId)).toMatchObject({ usdt_rate: '1', usdt_rate_is_fallback: true })
})

test.each([
  ['buy', { transactionHash: 'abc12' }],
  ['buy', { transactionHash: 'x'.repeat(129) }],
  ['buy', { transactionHash: 'abc 123' }],
  ['buy', { transactionHash: 'https://example.org' }],
  ['withdrawal', { transactionHash: 'abc123' }],
  ['transfer', { usdtRateIsFallback: true }],
] as const)('the table refuses a %s with %j', async (kind, extra) => {
  const [member, { memberId: recipientMemberId }] = [await memberWith(5000), await memberWith(0)]
  const { id: packageId, coins } = await createPackage(database)
  const given = { packageId, recipientMemberId, ...extra }
  const call = submit(database, member.id, kind, kind === 'buy' ? coins : 1000, given)
  await expect(call).rejects.toMatchObject({ constraint: 'request_well_formed' })
  expect(await readBalance(database, member.id)).toEqual(['5000', '0'])
})

test('a bonus has its fraction, rounded down to four decimals', async () => {
  const member = await memberWith(0)
  const pack = await createPackage(database, { coins: 7000, bonusPercentage: '33.3333' })
  expect((await readRequest(await submitPackage(database, member.id, pack))).bonus_coins).toBe('2333.331')
  const odd = await createPackage(database, { coins: 1.0007, bonusPercentage: '50' })
  const shown = database.ownerDb.selectFrom('packages').select(['bonus_coins', 'total_coins']).where('id', '=', odd.id)
  expect(await shown.executeTakeFirst()).toEqual({ bonus_coins: '0.5003', total_coins: '1.501' })
})

test('a request keeps the terms of the moment of its submission', async () => {
  const member = await memberWith(0)
  const pack = await createPackage(database, { coins: 5000, bonusPercentage: '10' })
  const requestId = await submitPackage(database, member.id, pack)
  await database.ownerDb
    .updateTable('packages')
    .set({ min_coin_purchase: '9000', bonus_percentage: '99', coin_price: '7', deleted_at: new Date().toISOString() })
    .where('id', '=', pack.id)
    .execute()
  await decide(database, adminId, member.id, requestId)
  expect(await readStatement(database, member.id)).toEqual([
    { type: 'BUY', available: '5000', locked: '0', total: '5000' },
    { type: 'BONUS', available: '500', locked: '0', total: '5500' },
  ])
  expect((await readRequest(requestId)).amount_usd).toBe('50')
})

test('a withdrawal locks its coins and freezes the wallet address', async () => {
  const member = await memberWith(5000)
  await setProfile(member.id, { wallet_address: 'T-first' })
  const requestId = await submit(database, member.id, 'withdrawal', 2000)
  await setProfile(member.id, { wallet_address: 'T-second' })
  expect(await readRequest(requestId)).toMatchObject({ wallet_address: 'T-first', rate: '0.01', amount_usd: '20' })
  expect(await readPostings(database, requestId, { [member.id]: 'member' })).toEqual([
    'hold: member available -2000',
    'hold: member locked 2000',
  ])
  expect(await readBalance(database, member.id)).toEqual(['3000', '2000'])
})

test('a withdrawal freezes the USDT amount and the rate', async () => {
  const member = await memberWith(5000)
  const market = { usdtRate: '0.9701', usdtRateIsFallback: true }
  const requestId = await submit(database, member.id, 'withdrawal', 3000, market)
  expect(await readRequest(requestId)).toMatchObject({
    amount_usd: '30',
    usdt_amount: '30.9246',
    usdt_rate: '0.9701',
    usdt_rate_is_fallback: true,
  })
  await expectRefused(database, 'invalid_request', () =>
    submit(database, member.id, 'withdrawal', 1000, { usdtRate: undefined }),
  )
})

test('a lock appears in no list of transactions', async () => {
  const member = await memberWith(5000)
  await submit(database, member.id, 'withdrawal', 1000)
  const shown = await database.ownerDb
    .selectFrom('transactions')
    .select('type')
    .where('user_id', '=', member.id)
    .execute()
  expect(shown).toEqual([{ type: 'ADJUSTMENT_IN' }])
})

test('a transfer locks its coins and finds the recipient by member id in any case', async () => {
  const [sender, recipient] = [await memberWith(4000), await memberWith(0)]
  const requestId = await submit(database, sender.id, 'transfer', 4000, {
    recipientMemberId: recipient.memberId.toLowerCase(),
  })
  expect(await readRequest(requestId)).toMatchObject({ recipient_id: recipient.id, wallet_address: null })
  expect(await readBalance(database, sender.id)).toEqual(['0', '4000'])
  expect(await readBalance(database, recipient.id)).toEqual(['0', '0'])
})

test('a package with another amount makes a top-up at the top-up price, without package or bonus', async () => {
  const member = await memberWith(0)
  const pack = await createPackage(database, { coins: 5000, coinPrice: '0.5', bonusPercentage: '50' })
  await decide(database, adminId, member.id, await submitPackage(database, member.id, pack))
  const topUp = { package_id: null, bonus_coins: '0' }
  const other = await submit(database, member.id, 'buy', 6000, { packageId: pack.id })
  expect(await readRequest(other)).toMatchObject({ ...topUp, amount_usd: '60' })
  expect(await readRequest(await submit(database, member.id, 'buy', 5000))).toMatchObject({
    ...topUp,
    amount_usd: '50',
  })
})

test('the first purchase must be a package with its own amount', async () => {
  const member = await memberWith(0)
  const pack = await createPackage(database)
  await expectRefused(database, 'package_required', () => submit(database, member.id, 'buy', 10_000))
  await expectRefused(database, 'package_amount_mismatch', () =>
    submit(database, member.id, 'buy', 11_000, { packageId: pack.id }),
  )
})

test('a deleted package, or one that cannot be bought, is refused', async () => {
  const member = await memberWith(0)
  const gone = await createPackage(database)
  await database.ownerDb
    .updateTable('packages')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', gone.id)
    .execute()
  await expectRefused(database, 'package_not_found', () =>
    submit(database, member.id, 'buy', gone.coins, { packageId: gone.id }),
  )
  const odd = await createPackage(database, { coins: 1500 })
  await expectRefused(database, 'package_not_buyable', () =>
    submit(database, member.id, 'buy', 2000, { packageId: odd.id }),
  )
})

test.each([500, 1500, 0, -1000, 1_000_000_001_000])('refuses %d coins of every kind', async (coins) => {
  const [member, other] = [await memberWith(5000), await memberWith(0)]
  const pack = await createPackage(database)
  for (const kind of ['buy', 'withdrawal', 'transfer'] as const) {
    await expectRefused(database, 'request_amount_step', () =>
      submit(database, member.id, kind, coins, { packageId: pack.id, recipientMemberId: other.memberId }),
    )
  }
})

test('no request takes more than the available coins', async () => {
  const [member, other] = [await memberWith(5000), await memberWith(0)]
  await submit(database, member.id, 'withdrawal', 3000)
  await expectRefused(database, 'insufficient_funds', () => submit(database, member.id, 'withdrawal', 3000))
  await expectRefused(database, 'insufficient_funds', () =>
    submit(database, member.id, 'transfer', 3000, { recipientMemberId: other.memberId }),
  )
  await submit(database, member.id, 'withdrawal', 2000)
})

test('a withdrawal needs a wallet address', async () => {
  const member = await createMember(database.ownerDb, { walletAddress: null })
  await expectRefused(database, 'wallet_address_missing', () => submit(database, member.id, 'withdrawal', 1000))
})

test('a transfer goes to another active member', async () => {
  const sender = await memberWith(5000)
  const to = (recipientMemberId: string) => () => submit(database, sender.id, 'transfer', 1000, { recipientMemberId })
  await expectRefused(database, 'recipient_is_self', to(sender.memberId))
  await expectRefused(database, 'recipient_invalid', to('ET-NOBODY'))
  for (const status of ['Inactive', 'Suspended'] as const) {
    await expectRefused(database, 'recipient_invalid', to((await createMember(database.ownerDb, { status })).memberId))
  }
})

test('only active members submit requests', async () => {
  const pack = await createPackage(database)
  const as = (id: string) => () => submit(database, id, 'buy', pack.coins, { packageId: pack.id })
  await expectRefused(
    database,
    'account_suspended',
    as((await createMember(database.ownerDb, { status: 'Suspended' })).id),
  )
  await expectRefused(
    database,
    'account_inactive',
    as((await createMember(database.ownerDb, { status: 'Inactive' })).id),
  )
  await expectRefused(database, 'forbidden', as(adminId))
  await expectRefused(database, 'forbidden', as(randomUUID()))
})

test.each(['withdrawal', 'transfer', 'buy'] as const)(
  'a suspended or inactive member cannot submit a %s',
  async (kind) => {
    const [member, { memberId: recipientMemberId }] = [await memberWith(5000), await memberWith(0)]
    const { id: packageId, coins } = await createPackage(database, { coins: 1000 })
    const ask = () => submit(database, member.id, kind, coins, { packageId, recipientMemberId })
    for (const [status, code] of [
      ['Suspended', 'account_suspended'],
      ['Inactive', 'account_inactive'],
    ] as const) {
      await setProfile(member.id, { status })
      await expectRefused(database, code, ask)
    }
    await setProfile(member.id, { status: 'Active' })
    await ask()
  },
)

test('a request takes an unused file of its member alone', async () => {
  const [member, other] = [await memberWith(0), await memberWith(0)]
  const pack = await createPackage(database)
  const uploadId = await createUploadRow(database.ownerDb, member.id)
  const buy = (userId: string) => submit(database, userId, 'buy', pack.coins, { packageId: pack.id, uploadId })
  await expectRefused(database, 'not_found', () => buy(other.id))
  await buy(member.id)
  await expectRefused(database, 'upload_already_used', () => buy(member.id))
})

test('an unknown kind is refused', async () => {
  const member = await memberWith(5000)
  const call = sql`select ledger.submit(${member.id}::uuid, uuidv7(), 'gift', 1000, null, null, null, null)`
  await expect(call.execute(database.ownerDb)).rejects.toMatchObject({ constraint: 'invalid_request' })
  expect(await readBalance(database, member.id)).toEqual(['5000', '0'])
})
