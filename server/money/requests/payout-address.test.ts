import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ErrorCode } from '../../../contract/errors.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { countLockWaits } from '../../../tests/helpers/lock-waits.ts'
import { createAdmin, createMember, createToken, giveCoins } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { createEvents } from '../../platform/events/events.ts'
import { noLimits } from '../../platform/rate-limits/rate-limits.ts'
import { createExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { makeRequest } from './make-request.ts'
import { submitWithdrawal, type RequestDeps } from './requests.ts'

let database: TestDatabase
let deps: RequestDeps
let admin: { id: string }

beforeAll(async () => {
  database = await createTestDatabase()
  deps = {
    db: database.appDb,
    events: createEvents(),
    mailOwner: async () => {},
    outbox: { wake() {} },
    limits: noLimits,
    mustAdminsEnrol: false,
    exchangeRates: createExchangeRates(() => Promise.resolve('1'), { log: { warn() {} } }),
    installation: { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: undefined },
  }
  admin = await createAdmin(database.ownerDb)
})
afterAll(() => database.drop())

async function expectRefused(work: () => Promise<unknown>, code: ErrorCode): Promise<void> {
  const before = await readTableDigests(database.owner)
  await expect(work()).rejects.toMatchObject({ code })
  expect(await readTableDigests(database.owner)).toEqual(before)
}

const setWallet = (id: string, walletAddress: string) =>
  database.ownerDb.updateTable('profiles').set({ wallet_address: walletAddress }).where('id', '=', id).execute()
const valid = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const mistyped = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF'

test.each([
  ['a failing checksum', mistyped, 'wallet_address_mistyped'],
  ['another network', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wallet_network_other'],
  ['the contract of the token', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'wallet_of_platform'],
  ['that contract on another network', '0xDAC17F958D2EE523A2206206994597C13D831EC7', 'wallet_of_platform'],
] as const)('a withdrawal to an address with %s is refused', async (_, walletAddress, code) => {
  const member = await createMember(database.ownerDb, { walletAddress })
  await giveCoins(database.ownerDb, admin.id, member.id, 5000)
  const call = {
    userId: member.id,
    token: await createToken(database.ownerDb, member.id),
    key: randomUUID(),
    coins: 1000,
  }
  await expectRefused(() => submitWithdrawal(deps, call), code)
  await expectRefused(() => submitWithdrawal(deps, call), code)
  // The key is still free, as no call was accepted.
  await setWallet(member.id, valid)
  const request = await submitWithdrawal(deps, call)
  // An accepted call gets its answer for ever.
  await setWallet(member.id, walletAddress)
  expect(await submitWithdrawal(deps, call)).toEqual(request)
})

test('the refusal names the network', async () => {
  const member = await createMember(database.ownerDb, { walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })
  await giveCoins(database.ownerDb, admin.id, member.id, 5000)
  const ask = async () =>
    submitWithdrawal(deps, {
      userId: member.id,
      token: await createToken(database.ownerDb, member.id),
      key: randomUUID(),
      coins: 1000,
    })
  await expect(ask()).rejects.toThrow(/^Withdrawals are paid on TRC20, /)
  await database.ownerDb.updateTable('settings').set({ deposit_network: 'TRC20 or BEP20' }).execute()
  expect(await ask()).toMatchObject({ status: 'pending' })
  await database.ownerDb.updateTable('settings').set({ deposit_network: 'TRC20' }).execute()
})

test('a withdrawal during a change of the address freezes a valid address or is refused', async () => {
  const member = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, admin.id, member.id, 100_000)
  for (let round = 0; round < 15; round += 1) {
    await setWallet(member.id, valid)
    const [answer] = await Promise.allSettled([
      submitWithdrawal(deps, {
        userId: member.id,
        token: await createToken(database.ownerDb, member.id),
        key: randomUUID(),
        coins: 1000,
      }),
      setWallet(member.id, mistyped),
    ])
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'wallet_address_mistyped' })
  }
  const { rows } = await database.owner.query(
    'SELECT DISTINCT wallet_address FROM ledger.requests WHERE user_id = $1',
    [member.id],
  )
  expect(rows.filter(({ wallet_address: address }) => address === mistyped)).toEqual([])
})

test('an address that was read with the session counts only while it holds', async () => {
  const call = await createCall()
  const former = { address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', network: 'TRC20' }
  expect(await submitWithdrawal(deps, call, former)).toMatchObject({ wallet_address: valid })
  const seen = { address: valid, network: 'TRC20' }
  await setWallet(call.userId, mistyped)
  await expectRefused(
    async () => submitWithdrawal(deps, { ...call, key: randomUUID() }, seen),
    'wallet_address_mistyped',
  )
})

/** Returns the input of a withdrawal by a new member with coins and a valid address. */
async function createCall() {
  const { id: userId } = await createMember(database.ownerDb, { walletAddress: valid })
  await giveCoins(database.ownerDb, admin.id, userId, 5000)
  return { userId, token: await createToken(database.ownerDb, userId), key: randomUUID(), coins: 1000 }
}

/** Makes a withdrawal that waits for its key after its address was judged, and goes on when the change is done. */
async function submitDuring(call: Awaited<ReturnType<typeof createCall>>, change: () => Promise<unknown>) {
  const holder = await database.owner.connect()
  await holder.query('BEGIN')
  await holder.query(
    `INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id) VALUES ($1, $2, '', 'submit', 'withdrawal', $1)`,
    [call.userId, call.key],
  )
  const changing = async () => {
    try {
      await vi.waitFor(async () => expect(await countLockWaits({ database })).toBe(1), { timeout: 10_000 })
      await change()
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  }
  const [answer] = await Promise.allSettled([submitWithdrawal(deps, call), changing()])
  return answer
}

test('an address that changes after it was judged is judged again', async () => {
  const call = await createCall()
  const refused = await submitDuring(call, async () => setWallet(call.userId, mistyped))
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'wallet_address_mistyped' } })
  const other = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'
  await setWallet(call.userId, valid)
  const made = await submitDuring(call, async () => setWallet(call.userId, other))
  expect(made).toMatchObject({ status: 'fulfilled', value: { status: 'pending', wallet_address: other } })
})

test('an address is judged again if the network changes after its judgement', async () => {
  const setNetwork = async (network: string) =>
    database.ownerDb.updateTable('settings').set({ deposit_network: network }).execute()
  const refused = await submitDuring(await createCall(), async () => setNetwork('ERC20'))
  await setNetwork('TRC20')
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'wallet_network_other' } })
})

test('an address of the book is judged in place of the default one', async () => {
  const call = await createCall()
  await setWallet(call.userId, mistyped)
  expect(await submitWithdrawal(deps, { ...call, walletAddress: valid })).toMatchObject({ wallet_address: valid })
  const another = { ...call, key: randomUUID() }
  await setWallet(call.userId, valid)
  await expectRefused(() => submitWithdrawal(deps, { ...another, walletAddress: mistyped }), 'wallet_address_mistyped')
})

test('an older server, which judges the address after its call, makes the call without a judgement', async () => {
  const call = await createCall()
  await setWallet(call.userId, mistyped)
  const submission = { ...call, kind: 'withdrawal', usdtRate: '1' } as const
  expect(await makeRequest(database.appDb, submission, { isMailed: false, bucket: null })).toMatchObject({
    request: { status: 'pending' },
  })
})
