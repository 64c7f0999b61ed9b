import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Decimal } from '../../../contract/money.ts'
import { evidenceCountMax } from '../../../contract/endpoints/request-review.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, decide, readBalance, submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { createExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { readReview } from './review.ts'

let database: TestDatabase
let admin: { id: string }
let usdtRate: Decimal = '1'

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await createAdmin(database.ownerDb)
})
afterAll(() => database.drop())

/** Reads a review. Each call fetches the rate anew, so that a test may change it. */
function review(userId: string, requestId: string) {
  const exchangeRates = createExchangeRates(async () => usdtRate, { log: { warn() {} } })
  const installation = { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: 'START-ADDRESS' }
  return readReview({ db: database.appDb, exchangeRates, installation }, { userId, requestId, readerId: admin.id })
}

async function createHolder(coins = 20_000) {
  const member = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, admin.id, member.id, coins)
  return member
}

async function createUpload(userId: string, sha256: Buffer, original: Buffer | null = null): Promise<string> {
  const id = await createUploadRow(database.ownerDb, userId)
  const values = [id, sha256, original]
  await database.owner.query('update uploads set sha256 = $2, original_sha256 = $3 where id = $1', values)
  return id
}

describe('a review', () => {
  test('compares a package purchase with what it would cost now', async () => {
    const member = await createMember(database.ownerDb)
    const pack = await createPackage(database, { coinPrice: '0.01', bonusPercentage: '5' })
    await decide(database, admin.id, member.id, await submitPackage(database, member.id, pack))
    const requestId = await submitPackage(database, member.id, pack)
    await decide(database, admin.id, member.id, await submitPackage(database, member.id, pack), 'rejected')
    expect(await review(member.id, requestId)).toMatchObject({ evidence: [], expected: { amount_usd: '100' } })

    await database.owner.query('update packages set coin_price = 0.02 where id = $1', [pack.id])
    const dearer = await review(member.id, requestId)
    expect(dearer).toMatchObject({
      request: { id: requestId, amount_usd: '100', decided_by_name: null },
      member: {
        status: 'Active',
        first_purchase_done: true,
        available_coins: '10500',
        locked_coins: '0',
        approved_buys: 1,
        rejected_buys: 1,
      },
      package: { id: pack.id, total_price: '200' },
      expected: { amount_usd: '200', usdt_amount: '200' },
      attachment: { mime_type: 'image/png', size_bytes: 68 },
    })
    expect(dearer.evidence).toEqual([told('amount_differs', '100', '200')])

    await database.owner.query('update packages set min_coin_purchase = 20000 where id = $1', [pack.id])
    const outgrown = await review(member.id, requestId)
    // The amount is no longer the package's. So the buy would now be a top-up, which happens to cost the same.
    expect(outgrown.expected).toEqual({ amount_usd: '100', usdt_amount: '100' })
    expect(outgrown.evidence).toEqual([told('amount_differs', '100', null)])
  })

  test('has no expected price for a withdrawal or a deleted package', async () => {
    const member = await createHolder()
    const found = await review(member.id, await submit(database, member.id, 'withdrawal', 1000))
    expect(found).toMatchObject({ package: null, expected: null, attachment: null, is_first_transfer: null })
    await expect(review(member.id, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the effects of an approval', () => {
  /** Reads the forecast, approves, and compares the forecast with the balances of all people. */
  async function expectForetold(userId: string, requestId: string) {
    const foretold = await review(userId, requestId)
    for (const { user_id: id, available_before: available, locked_before: locked } of foretold.effects)
      expect(await readBalance(database, id)).toEqual([available, locked])
    const before = await readAllBalances()
    await decide(database, admin.id, userId, requestId)
    const after = await readAllBalances()
    for (const effect of foretold.effects) {
      const { user_id: id, available_after: available, locked_after: locked } = effect
      expect(await readBalance(database, id)).toEqual([available, locked])
      expect(effect.total_before).toBe(sum(effect.available_before, effect.locked_before))
      expect(effect.total_after).toBe(sum(effect.available_after, effect.locked_after))
    }
    const changed = [...after].filter(([id, balance]) => before.get(id) !== balance).map(([id]) => id)
    expect(foretold.effects.map(({ user_id: id }) => id).toSorted()).toEqual(changed.toSorted())
    return foretold
  }

  async function readAllBalances(): Promise<Map<string, string>> {
    const { rows } = await database.owner.query<{ user_id: string; balance: string }>(
      `select user_id, available || ' ' || locked as balance from ledger.accounts`,
    )
    return new Map(rows.map(({ user_id: id, balance }) => [id, balance]))
  }

  // Adds two figures. A number of this size holds the at most four decimals of test figures.
  const sum = (one: Decimal, other: Decimal) => String(Number((Number(one) + Number(other)).toFixed(4)))

  test('are forecast for a first package with its bonus and the referrer’s reward, and for a later one', async () => {
    const referrer = await createMember(database.ownerDb, { fullName: 'Rosa Referrer' })
    const member = await createMember(database.ownerDb, { referredById: referrer.id })
    const pack = await createPackage(database, { coins: 7000, bonusPercentage: '33.333' })
    const [first, second] = [
      await submitPackage(database, member.id, pack),
      await submitPackage(database, member.id, pack),
    ]
    const foretold = await expectForetold(member.id, first)
    expect(foretold).toMatchObject({ bonus_coins: '2333.31', referral_reward_coins: '1400' })
    expect(foretold.effects).toMatchObject([
      { role: 'member', user_id: member.id, total_before: '0', total_after: '9333.31' },
      { role: 'referrer', full_name: 'Rosa Referrer', member_id: referrer.memberId, total_after: '1400' },
    ])
    // The decided request shows the reward that it paid. The other one, also made as a first package, now pays no
    // reward.
    expect(await review(member.id, first)).toMatchObject({ effects: [], referral_reward_coins: '1400' })
    expect(await expectForetold(member.id, second)).toMatchObject({ referral_reward_coins: '0' })
    const uploadId = await createUploadRow(database.ownerDb, member.id)
    const topUp = await submit(database, member.id, 'buy', 3000, { uploadId })
    expect(await expectForetold(member.id, topUp)).toMatchObject({ bonus_coins: '0', effects: [{ role: 'member' }] })
  })

  test('include no reward if none is due', async () => {
    await database.owner.query('update settings set referral_percentage = 0')
    const referrer = await createMember(database.ownerDb)
    const member = await createMember(database.ownerDb, { referredById: referrer.id })
    const pack = await createPackage(database)
    const foretold = await expectForetold(member.id, await submitPackage(database, member.id, pack))
    await database.owner.query('update settings set referral_percentage = 20')
    expect(foretold).toMatchObject({ referral_reward_coins: '0', effects: [{ role: 'member' }] })
  })

  test('are forecast for a withdrawal, and for a transfer, even to the referrer', async () => {
    const referrer = await createMember(database.ownerDb)
    const member = await createMember(database.ownerDb, { referredById: referrer.id })
    await giveCoins(database.ownerDb, admin.id, member.id, 9000)
    const out = await submit(database, member.id, 'withdrawal', 4000)
    const gift = await submit(database, member.id, 'transfer', 2000, { recipientMemberId: referrer.memberId })
    expect((await expectForetold(member.id, out)).effects).toMatchObject([
      {
        available_before: '3000',
        available_after: '3000',
        locked_before: '6000',
        locked_after: '2000',
        total_after: '5000',
      },
    ])
    expect((await expectForetold(member.id, gift)).effects).toMatchObject([
      { role: 'member', total_before: '5000', total_after: '3000' },
      { role: 'recipient', user_id: referrer.id, status: 'Active', available_before: '0', available_after: '2000' },
    ])
  })

  test('tell if no coins were sent between the two members before', async () => {
    const [one, other] = [await createHolder(), await createHolder()]
    const first = await submit(database, one.id, 'transfer', 1000, { recipientMemberId: other.memberId })
    const back = await submit(database, other.id, 'transfer', 1000, { recipientMemberId: one.memberId })
    expect(await review(one.id, first)).toMatchObject({ is_first_transfer: true })
    await decide(database, admin.id, one.id, first)
    expect(await review(one.id, first)).toMatchObject({ is_first_transfer: true })
    expect(await review(other.id, back)).toMatchObject({ is_first_transfer: false })
  })
})

describe('the evidence', () => {
  async function buyWith(slip: { sha256: Buffer; original?: Buffer | null }, userId?: string) {
    const buyerId = userId ?? (await createBuyer()).id
    const uploadId = await createUpload(buyerId, slip.sha256, slip.original)
    return { userId: buyerId, id: await submit(database, buyerId, 'buy', 1000, { uploadId }) }
  }

  async function createBuyer() {
    const member = await createMember(database.ownerDb, { fullName: 'Bola Buyer' })
    const pack = await createPackage(database)
    await decide(database, admin.id, member.id, await submitPackage(database, member.id, pack))
    return member
  }

  const evidenceOf = async ({ userId, id }: { userId: string; id: string }) => (await review(userId, id)).evidence

  test('names other requests of any member with the same file, by its sent or its stored content', async () => {
    const [kept, sent] = [hash('kept'), hash('sent')]
    const first = await buyWith({ sha256: kept, original: null })
    expect(await evidenceOf(first)).toEqual([])
    const drawnAnew = await buyWith({ sha256: kept, original: sent })
    const drawnOtherwise = await buyWith({ sha256: hash('another'), original: sent }, first.userId)
    // A file without a request is no evidence.
    await createUpload(first.userId, kept, sent)
    await decide(database, admin.id, first.userId, first.id)

    expect(await evidenceOf(drawnAnew)).toEqual([
      {
        kind: 'same_file',
        count: 2,
        before: null,
        current: null,
        requests: [
          other(drawnOtherwise, { status: 'pending', is_same_member: false }),
          other(first, { status: 'approved', is_same_member: false }),
        ],
      },
    ])
    // Two requests without a common hash are no evidence against each other.
    expect((await evidenceOf(first)).map(({ requests }) => requests.map(({ id }) => id))).toEqual([[drawnAnew.id]])
    const held = await createHolder()
    const attachment = await createUpload(held.id, kept)
    const withdrawal = await submit(database, held.id, 'withdrawal', 1000, { uploadId: attachment })
    expect(await evidenceOf({ userId: held.id, id: withdrawal })).toMatchObject([{ kind: 'same_file', count: 2 }])
  })

  test('names the newest of very many requests, and counts up to a limit', async () => {
    const sha256 = hash('sent by everybody')
    const buyer = await createBuyer()
    let newest = ''
    for (let count = 0; count <= evidenceCountMax + 1; count += 1) newest = (await buyWith({ sha256 }, buyer.id)).id
    const [found] = await evidenceOf(await buyWith({ sha256 }))
    expect(found).toMatchObject({ count: evidenceCountMax, requests: [{ id: newest }, {}, {}, {}, {}] })
  })

  test('names requests with the same transaction hash in any spelling', async () => {
    const buyer = await createBuyer()
    const pay = async (transactionHash: string) => ({
      userId: buyer.id,
      id: await submit(database, buyer.id, 'buy', 1000, {
        transactionHash,
        uploadId: await createUploadRow(database.ownerDb, buyer.id),
      }),
    })
    const first = await pay('0xAbCdEf0123456789')
    const again = await pay('abcdef0123456789')
    const [found, ...more] = await evidenceOf(again)
    expect(more).toEqual([])
    expect(found).toMatchObject({
      kind: 'same_transaction_hash',
      count: 1,
      requests: [other(first, { is_same_member: true })],
    })
    // Outside of hexadecimal, a capital is another letter.
    await pay('5wxYz_Hash')
    expect(await evidenceOf(await pay('5WXYZ_HASH'))).toEqual([])
    expect(await evidenceOf(await pay('5wxYz_Hash'))).toMatchObject([{ kind: 'same_transaction_hash', count: 1 }])
  })

  test('reports changes of the deposit address while the request is pending', async () => {
    const setAddress = (address: string | null) =>
      database.owner.query('update settings set deposit_address = $1', [address])
    const atStart = await buyWith({ sha256: hash('at start') })
    expect(await evidenceOf(atStart)).toEqual([])
    await setAddress('FIRST-ADDRESS')
    const atFirst = await buyWith({ sha256: hash('at first') })
    await setAddress('SECOND-ADDRESS')
    expect(await evidenceOf(atStart)).toEqual([told('address_changed', 'START-ADDRESS', 'SECOND-ADDRESS')])
    expect(await evidenceOf(atFirst)).toEqual([told('address_changed', 'FIRST-ADDRESS', 'SECOND-ADDRESS')])
    await setAddress('FIRST-ADDRESS')
    expect(await evidenceOf(atFirst)).toEqual([])
    await decide(database, admin.id, atStart.userId, atStart.id)
    expect(await evidenceOf(atStart)).toEqual([])
    expect(await review(atFirst.userId, atFirst.id)).toMatchObject({ deposit_address: 'FIRST-ADDRESS' })
    await setAddress(null)
  })

  test('reports changes of the price and the rate while the request is pending', async () => {
    const bought = await buyWith({ sha256: hash('priced') })
    const holder = await createHolder()
    const withdrawn = { userId: holder.id, id: await submit(database, holder.id, 'withdrawal', 1000) }
    await database.owner.query('update settings set topup_coin_price = 0.02, et_rate = 0.03')
    usdtRate = '0.99'
    const [ofBuy, ofWithdrawal] = [await evidenceOf(bought), await evidenceOf(withdrawn)]
    usdtRate = '1'
    await database.owner.query('update settings set topup_coin_price = 0.01, et_rate = 0.01')
    expect(ofBuy).toEqual([told('amount_differs', '10', '20'), told('rate_differs', '1', '0.99')])
    expect(ofWithdrawal).toEqual([told('rate_differs', '0.01', '0.03')])
    expect(await evidenceOf(bought)).toEqual([])
  })
})

function other({ userId, id }: { userId: string; id: string }, more: object): unknown {
  return expect.objectContaining({ user_id: userId, id, kind: 'buy', full_name: 'Bola Buyer', ...more })
}

function told(kind: string, before: string | null, current: string | null) {
  return { kind, requests: [], count: 0, before, current }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
