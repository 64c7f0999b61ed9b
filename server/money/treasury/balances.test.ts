import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { addPayoutLog } from '../../../tests/helpers/payout-logs.ts'
import { createPayout, noteSent } from '../../../tests/helpers/payouts.ts'
import { createAdmin } from '../../../tests/helpers/people.ts'
import { addTransfer, depositAddress, makeHash, makeSender } from '../../../tests/helpers/transfers.ts'
import { Unchecked } from '../../platform/chain/unchecked.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { beginCheck, checkBalances } from './balances.ts'
import { readTreasury } from './treasury.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.owner.query('delete from treasury_balances')
})

const read = async () => readTreasury({ db: database.appDb, isWatched: true })

/** Checks the balances by a chain that gives this answer to each question. Returns the addresses that it was asked for. */
async function check(units: bigint | Unchecked, number = 77): Promise<string[]> {
  const asked: string[] = []
  await checkBalances(database.appDb, {
    async readBalance(address) {
      asked.push(address)
      if (units instanceof Unchecked) throw units
      return { units, block: { id: 'b', number, time: new Date(Date.now() - 60_000) } }
    },
  })
  return asked
}

test('a balance is kept with its final block, and a question without an answer takes nothing away', async () => {
  await addTransfer(database, { units: 300_000_000n })
  expect(await check(299_000_000n)).toEqual([depositAddress])
  const checked = await read()
  expect(checked).toMatchObject({
    balance: { usdt: '299', received_since_usdt: '0', left_since_usdt: '0', unexplained_usdt: '-1' },
    addresses: [{ is_checkable: true, balance: { usdt: '299', block_number: 77 }, unanswered_at: null }],
  })
  await check(new Unchecked('timed_out'))
  const asked = await read()
  expect(asked.balance).toEqual(checked.balance)
  expect(asked.addresses[0]?.balance).toEqual(checked.addresses[0]?.balance)
  expect(asked.addresses[0]?.unanswered_at).not.toBeNull()
  // An older block, such as that of a provider that lags behind, does not replace a newer one.
  await check(1n, 76)
  expect(await read()).toMatchObject({ balance: { usdt: '299' } })
  await check(300_000_000n, 78)
  expect(await read()).toMatchObject({
    balance: { usdt: '300', unexplained_usdt: '0' },
    addresses: [{ unanswered_at: null }],
  })
})

test('without an answer ever, no balance is claimed', async () => {
  await check(new Unchecked('timed_out'))
  const { balance, addresses } = await read()
  expect(balance).toBeNull()
  expect(addresses).toMatchObject([{ balance: null }])
  expect(addresses[0]?.unanswered_at).not.toBeNull()
})

test('a movement after the block of a balance is no difference', async () => {
  const { expected_usdt: expected } = await read()
  expect(expected).toBe('300')
  // The transfers of this helper are of the first block.
  await check(300_000_000n, 0)
  await addTransfer(database, { units: 40_000_000n })
  const admin = await createAdmin(database.ownerDb)
  const send = async (from: string, block: number) => {
    const payout = await createPayout(database, admin.id)
    const hash = makeHash()
    await noteSent(database.ownerDb, payout, { actorId: admin.id, hash })
    await addPayoutLog(database, payout, { hash, from, block })
  }
  await send(depositAddress, 1)
  await send(makeSender(), 1)
  const moved = { received_since_usdt: '340', left_since_usdt: '20', unexplained_usdt: '300' }
  expect(await read()).toMatchObject({ expected_usdt: '320', balance: { usdt: '300', ...moved } })
  await check(320_000_000n, 1)
  const since = { received_since_usdt: '0', left_since_usdt: '0', unexplained_usdt: '0' }
  expect(await read()).toMatchObject({ balance: { usdt: '320', ...since } })
})

test('five addresses are asked for at once, the one in force first, and then those that waited longest', async () => {
  const old = Array.from({ length: 6 }, () => makeSender())
  for (const address of [...old, 'an address of another network']) {
    await database.owner.query(
      `insert into deposit_addresses (network, address, set_at, replaced_at) values ('TRC20', $1, 'epoch', 'infinity')`,
      [address],
    )
  }
  await database.owner.query('update deposit_addresses set replaced_at = null where address = $1', [depositAddress])
  const first = await check(1n)
  expect(first).toHaveLength(5)
  expect(first[0]).toBe(depositAddress)
  expect((await read()).balance).toBeNull()
  const second = await check(1n)
  expect(new Set([...first, ...second])).toEqual(new Set([depositAddress, ...old]))
  const { balance, addresses } = await read()
  expect(balance).toMatchObject({ usdt: '0.000007' })
  expect(addresses.filter(({ is_checkable: isCheckable }) => !isCheckable)).toMatchObject([{ balance: null }])
})

test('checks are a minute apart, also on several servers', async () => {
  const begin = async () =>
    Promise.all(Array.from({ length: 5 }, async () => inTransaction(database.appDb, beginCheck)))
  expect((await begin()).filter(Boolean)).toHaveLength(1)
  expect((await begin()).filter(Boolean)).toHaveLength(0)
  await database.owner.query(`update treasury_checks set begun_at = now() - interval '61 seconds'`)
  expect((await begin()).filter(Boolean)).toHaveLength(1)
})
