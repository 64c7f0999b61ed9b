import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorCode } from '../../../contract/errors.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createAdmin, createMember, createToken, giveCoins } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { createEvents } from '../../platform/events/events.ts'
import { noLimits } from '../../platform/rate-limits/rate-limits.ts'
import { createExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { findWalletFault } from '../../accounts/members/wallet-address.ts'
import { printTronAddress } from '../../platform/chain/tron-address.ts'
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
  await setWallet(member.id, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
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
    await setWallet(member.id, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
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

/** Writes the checksum of EIP-55 into an address. */
function withChecksum(digits: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)))
  const signs = Array.from(digits, (sign, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? sign.toUpperCase() : sign,
  )
  return `0x${signs.join('')}`
}

/** Returns addresses of both networks, each also with another sign at a random place, and texts that are none. */
function makeAddresses(): string[] {
  const good = Array.from({ length: 60 }, () => {
    const digits = randomBytes(20).toString('hex')
    return [printTronAddress(digits), withChecksum(digits), `0x${digits}`, `0x${digits.toUpperCase()}`]
  }).flat()
  const signs = '0OIl1zZaAfF9.- ё\n'
  const changed = good.map((text) => {
    const place = randomInt(text.length + 1)
    return text.slice(0, place) + signs.charAt(randomInt(signs.length)) + text.slice(place + randomInt(2))
  })
  return [...good, ...changed, '', 'T-wallet', 'T', '0x', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'wallet\n']
}

test('the database finds the same faults as the form in which members type an address', async () => {
  const addresses = makeAddresses()
  for (const network of ['TRC20', 'bep20', 'TRC20 or BEP20', 'Lightning']) {
    const { rows } = await database.owner.query<{ fault: string | null }>(
      'SELECT ledger.wallet_fault(a, $2) AS fault FROM unnest($1::text[]) WITH ORDINALITY AS list (a, n) ORDER BY n',
      [addresses, network],
    )
    const found = addresses.map((address, at) => [address, rows[at]?.fault])
    expect(found).toEqual(addresses.map((address) => [address, findWalletFault(address, network)]))
    expect(new Set(rows.map(({ fault }) => fault)).size).toBeGreaterThan(1)
  }
})
