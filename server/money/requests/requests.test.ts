import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors, type ErrorCode } from '../../../contract/errors.ts'
import type { MembershipPackage } from '../../../contract/packages.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  buyPackage,
  createAdmin,
  createMember,
  createToken,
  createUploadRow,
  giveCoins,
  type MemberFixture,
} from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { seed } from '../../platform/db/seed.ts'
import { createWrite, type Write } from '../../platform/db/write.ts'
import { createEvents, type Change } from '../../platform/events/events.ts'
import { noLimits } from '../../platform/rate-limits/rate-limits.ts'
import { createExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { listPackages } from '../packages/packages.ts'
import { readUserStats } from '../ledger/totals.ts'
import * as requests from './requests.ts'

let database: TestDatabase
let deps: requests.RequestDeps & { write: Write }
let admin: { id: string }
let packages: MembershipPackage[]
let changes: Change[] = []
const usdtRate = '0.99'
const from = { ipAddress: '127.0.0.1', acknowledged: [] }

beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.appDb)
  const events = createEvents()
  events.subscribe((change) => changes.push(change))
  deps = {
    db: database.appDb,
    write: createWrite(database.appDb, async () => {}),
    events,
    mailOwner: async () => {},
    outbox: { wake() {} },
    limits: noLimits,
    mustAdminsEnrol: false,
    exchangeRates: createExchangeRates(() => Promise.resolve(usdtRate), { log: { warn() {} } }),
    installation: { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: undefined },
  }
  admin = await createAdmin(database.ownerDb)
  packages = await listPackages(database.appDb)
})
beforeEach(() => {
  changes = []
})
afterAll(() => database.drop())

/** Creates a member who has made the first purchase, may top up, and holds 10,500 coins. */
async function createBuyer(): Promise<MemberFixture> {
  const member = await createMember(database.ownerDb)
  await buyPackage(database.ownerDb, admin.id, member.id)
  return member
}

async function newCall(member: { id: string }) {
  return {
    userId: member.id,
    token: await createToken(database.ownerDb, member.id),
    key: randomUUID(),
    uploadId: await createUploadRow(database.ownerDb, member.id),
  }
}

async function expectRefused(work: () => Promise<unknown>, code: ErrorCode): Promise<void> {
  const before = await readTableDigests(database.owner)
  await expect(work()).rejects.toMatchObject({ code, message: errors[code].message })
  expect(await readTableDigests(database.owner)).toEqual(before)
  expect(changes).toEqual([])
}

describe('a buy request', () => {
  test('of a package is pending, at the price of the package and the rate of the moment [REQ-01, CALL-38, CONST-08, CONST-09]', async () => {
    const member = await createMember(database.ownerDb)
    const [shield] = packages
    const call = await newCall(member)
    const choice = { coins: 10_000, packageId: shield?.id, transactionHash: 'f3a1-hash_07' }
    const request = await requests.submitBuy(deps, { ...call, ...choice })
    expect(request).toMatchObject({
      kind: 'buy',
      status: 'pending',
      user_id: member.id,
      profile: { full_name: member.fullName, email: member.email, member_id: member.memberId },
      amount_coins: '10000',
      amount_usd: '100',
      usdt_rate: '0.99',
      usdt_amount: '101.0101',
      bonus_coins: '500',
      package_id: shield?.id,
      package_name: 'Shield',
      payment_proof_id: call.uploadId,
      admin_notes: null,
    })
    expect(request.payment_proof_url).toMatch(new RegExp(`^${member.id}/\\d+\\.png$`))
    const rest = { usdt_rate_is_fallback: false, transaction_hash: 'f3a1-hash_07', decided_by_name: null }
    expect(request).toMatchObject(rest)
  })

  test('of any other amount is a top-up at 0.01 USD a coin, without bonus [BUY-12, CONST-07]', async () => {
    const member = await createBuyer()
    const request = await requests.submitBuy(deps, { ...(await newCall(member)), coins: 3000 })
    expect(request).toMatchObject({ amount_usd: '30', usdt_amount: '30.303', package_id: null, bonus_coins: '0' })
  })

  test.each([
    [-1000, 'buy_amount_not_valid'],
    [0, 'buy_amount_not_valid'],
    [999, 'buy_amount_not_valid'],
    [1001, 'buy_amount_not_multiple'],
    [1500, 'buy_amount_not_multiple'],
  ] as const)('of %i coins is refused with %s [BUY-13, BUY-14, CONST-01, CONST-02]', async (coins, code) => {
    const member = await createBuyer()
    const call = await newCall(member)
    changes = []
    await expectRefused(() => requests.submitBuy(deps, { ...call, coins }), code)
  })

  test('without a slip is refused [BUY-15]', async () => {
    const member = await createBuyer()
    const call = {
      userId: member.id,
      token: await createToken(database.ownerDb, member.id),
      key: randomUUID(),
      coins: 1000,
    }
    await expectRefused(() => requests.submitBuy(deps, { ...call, uploadId: null }), 'slip_required')
    await expectRefused(() => requests.submitBuy(deps, call), 'slip_required')
  })

  test('with a slip of another member or of another request is refused', async () => {
    const [member, other] = [await createBuyer(), await createBuyer()]
    const call = await newCall(member)
    await requests.submitBuy(deps, { ...call, coins: 1000 })
    changes = []
    await expectRefused(
      () => requests.submitBuy(deps, { ...call, key: randomUUID(), coins: 1000 }),
      'upload_already_used',
    )
    const foreign = {
      userId: other.id,
      token: await createToken(database.ownerDb, other.id),
      key: randomUUID(),
      uploadId: call.uploadId,
      coins: 1000,
    }
    await expectRefused(() => requests.submitBuy(deps, foreign), 'not_found')
  })

  test('is refused when the package does not fit [BUY-09, BUY-10]', async () => {
    const member = await createMember(database.ownerDb)
    const call = await newCall(member)
    const buy = (coins: number, packageId?: string) => () =>
      requests.submitBuy(deps, { ...call, key: randomUUID(), coins, packageId })
    await expectRefused(buy(10_000), 'package_required')
    await expectRefused(buy(10_000, randomUUID()), 'package_not_found')
    await expectRefused(buy(11_000, packages[0]?.id), 'package_amount_mismatch')
  })

  test('is refused while there is no deposit address in production, but an earlier call is answered again', async () => {
    const member = await createBuyer()
    const open = { ...(await newCall(member)), coins: 1000 }
    const accepted = await requests.submitBuy(deps, open)
    const closed = { ...deps, installation: { ...deps.installation, isProduction: true } }
    const call = { ...(await newCall(member)), coins: 1000 }
    changes = []
    await expectRefused(() => requests.submitBuy(closed, call), 'buying_closed')
    expect(await requests.submitBuy(closed, open)).toEqual(accepted)
    const reopened = {
      ...closed,
      installation: { ...closed.installation, depositAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' },
    }
    expect(await requests.submitBuy(reopened, call)).toMatchObject({ status: 'pending' })
  })

  test('repeated under the same key gets the same answer, and no second event is sent', async () => {
    const member = await createBuyer()
    const call = { ...(await newCall(member)), coins: 1000 }
    const first = await requests.submitBuy(deps, call)
    changes = []
    const approval = {
      token: await createToken(database.ownerDb, admin.id),
      actorId: admin.id,
      key: randomUUID(),
      userId: member.id,
      requestId: first.id,
      ...from,
    }
    await requests.decideRequest(deps, { ...approval, status: 'approved' }, async () => {})
    changes = []
    expect(await requests.submitBuy(deps, call)).toMatchObject({ id: first.id, status: 'approved' })
    await expectRefused(() => requests.submitBuy(deps, { ...call, coins: 2000 }), 'idempotency_key_reused')
  })
})

describe('a withdrawal request', () => {
  test('locks its coins and keeps the wallet address of the moment [WITHDRAW-02, CALL-39, CONST-10]', async () => {
    const member = await createMember(database.ownerDb)
    await giveCoins(database.ownerDb, admin.id, member.id, 5000)
    const call = await newCall(member)
    const request = await requests.submitWithdrawal(deps, { ...call, coins: 3000 })
    expect(request).toMatchObject({
      kind: 'withdrawal',
      status: 'pending',
      amount_coins: '3000',
      amount_usd: '30',
      usdt_amount: '30.303',
      usdt_rate: usdtRate,
      wallet_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
      attachment_id: call.uploadId,
    })
    const stats = await readUserStats(deps.db, member.id)
    expect(stats).toMatchObject({ balance_coins: '5000', locked_coins: '3000', available_coins: '2000' })
  })

  test.each([
    [0, 'withdrawal_below_minimum'],
    [999, 'withdrawal_below_minimum'],
    [1500, 'withdrawal_not_multiple'],
    [6000, 'amount_exceeds_balance'],
  ] as const)(
    'of %i of 5000 coins is refused with %s [WITHDRAW-09, WITHDRAW-10, WITHDRAW-11, CONST-05, CONST-06]',
    async (coins, code) => {
      const member = await createMember(database.ownerDb)
      await giveCoins(database.ownerDb, admin.id, member.id, 5000)
      const call = { userId: member.id, token: await createToken(database.ownerDb, member.id), key: randomUUID() }
      await expectRefused(() => requests.submitWithdrawal(deps, { ...call, coins }), code)
    },
  )

  test('without a wallet address is refused [WITHDRAW-07]', async () => {
    const member = await createMember(database.ownerDb, { walletAddress: null })
    await giveCoins(database.ownerDb, admin.id, member.id, 5000)
    const call = {
      userId: member.id,
      token: await createToken(database.ownerDb, member.id),
      key: randomUUID(),
      coins: 1000,
    }
    await expectRefused(() => requests.submitWithdrawal(deps, call), 'wallet_address_missing')
  })
})

describe('a transfer request', () => {
  test('locks its coins and names its recipient without the email address [CALL-40]', async () => {
    const [sender, recipient] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
    await giveCoins(database.ownerDb, admin.id, sender.id, 5000)
    const call = {
      userId: sender.id,
      token: await createToken(database.ownerDb, sender.id),
      key: randomUUID(),
      coins: 2000,
    }
    const request = await requests.submitTransfer(deps, {
      ...call,
      recipientMemberId: recipient.memberId.toLowerCase(),
    })
    expect(request).toMatchObject({
      kind: 'transfer',
      status: 'pending',
      sender_id: sender.id,
      recipient_member_id: recipient.memberId,
      recipient_profile: { full_name: recipient.fullName, email: null, member_id: recipient.memberId },
      amount_coins: '2000',
    })
    expect(await requests.submitTransfer(deps, { ...call, recipientMemberId: recipient.memberId })).toEqual(request)
    expect(await readUserStats(deps.db, sender.id)).toMatchObject({ locked_coins: '2000' })
    expect(await readUserStats(deps.db, recipient.id)).toMatchObject({ balance_coins: '0' })
  })

  test('is refused for a bad amount or recipient [TRANSFER-05, TRANSFER-06, TRANSFER-08, TRANSFER-09, CONST-03, CONST-04]', async () => {
    const sender = await createMember(database.ownerDb)
    const recipient = await createMember(database.ownerDb)
    const suspended = await createMember(database.ownerDb, { status: 'Suspended' })
    await giveCoins(database.ownerDb, admin.id, sender.id, 5000)
    const token = await createToken(database.ownerDb, sender.id)
    const send = (coins: number, recipientMemberId: string) => () =>
      requests.submitTransfer(deps, { userId: sender.id, token, key: randomUUID(), coins, recipientMemberId })
    await expectRefused(send(500, recipient.memberId), 'transfer_not_multiple')
    await expectRefused(send(1500, recipient.memberId), 'transfer_not_multiple')
    await expectRefused(send(6000, recipient.memberId), 'insufficient_funds')
    await expectRefused(send(1000, sender.memberId.toLowerCase()), 'recipient_is_self')
    await expectRefused(send(1000, suspended.memberId), 'recipient_invalid')
    await expectRefused(send(1000, 'ET-UNKNOWN'), 'recipient_invalid')
  })
})
