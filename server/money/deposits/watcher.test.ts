import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { makeStrangeHash, WatchedChain } from '../../../tests/helpers/watched-chain.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

let database: TestDatabase
let world: WatchedChain
beforeAll(async () => {
  database = await createTestDatabase()
  world = await WatchedChain.open(database)
})
beforeEach(async () => world.begin())
afterAll(async () => {
  await world.stop()
  await database.drop()
})

const pay = (units = 5_000_000n, to = world.address) => world.chain.send({ from: world.chain.makeAddress(), to, units })

/** Lets a server work each five seconds, as it does in the product. */
async function work(ms: number, server = 0): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * second) {
    world.advance(5 * second)
    await world.tick(server)
  }
}

const knownHashes = async () => (await world.readTransfers()).map(({ hash }) => hash)

test('a payment is known within 20 seconds of its block being final', async () => {
  await work(minute)
  const hash = pay(41_499_389n)
  world.advance(5 * second)
  while (!world.chain.find(hash) || world.chain.newestFinal.number < (world.chain.find(hash)?.block.number ?? 0)) {
    await work(5 * second)
  }
  expect(await knownHashes()).toEqual([])
  const finalAt = world.nowMs
  while ((await knownHashes()).length === 0) await work(5 * second)
  expect(world.nowMs - finalAt).toBeLessThanOrEqual(20 * second)
  const [transfer] = await world.readTransfers()
  expect(transfer).toMatchObject({ hash, logIndex: 0, to: world.address, units: '41499389' })
})

test('two payments in one transaction are two transfers; another token, nothing, a failure and TRX are none', async () => {
  const from = world.chain.makeAddress()
  const ours = { from, to: world.address, units: 7n }
  const twice = world.chain.send([ours, { ...ours, to: from }, ours])
  world.chain.send({ ...ours, contract: world.chain.makeAddress() })
  world.chain.send({ ...ours, units: 0n })
  world.chain.send(ours, 'OUT_OF_ENERGY')
  world.chain.send(ours, 'TRX')
  await work(3 * minute)
  expect((await world.readTransfers()).map(({ hash, logIndex }) => [hash, logIndex])).toEqual([
    [twice, 0],
    [twice, 2],
  ])
})

test('a transaction that a fork has taken away is never a transfer', async () => {
  const [lost, kept] = [pay(), pay()]
  await work(20 * second)
  world.chain.fork(18, (hash) => hash === kept)
  await work(5 * minute)
  expect(await knownHashes()).toEqual([kept])
  expect(world.chain.find(lost)).toBeUndefined()
})

test('a payment that the lists leave out is found by the hash that a member has named', async () => {
  const hash = pay()
  for (const node of world.nodes) node.omit(hash)
  await work(3 * minute)
  expect(await knownHashes()).toEqual([])
  await world.nameHash(`0x${hash.toUpperCase()}`, 0)
  await work(minute)
  expect(await knownHashes()).toEqual([hash])
})

test('a hash that is no transaction is asked ever more rarely, and holds up no other question', async () => {
  await world.nameHash(makeStrangeHash(), 0)
  await work(minute)
  const hash = pay()
  await work(2 * minute)
  expect(await knownHashes()).toEqual([hash])
  world.nodes[0]?.calls.splice(0)
  await work(10 * minute)
  const asked = world.nodes[0]?.calls.filter(({ path }) => path.endsWith('gettransactioninfobyid')) ?? []
  expect(asked.length).toBeLessThan(5)
})

test('an entry that the list shows a day late, or only one provider shows, is found', async () => {
  const [late, hidden] = [pay(), pay()]
  const shownAt = world.chain.newest.number + 300
  for (const node of world.nodes) node.delay(late, shownAt)
  world.nodes[0]?.omit(hidden)
  await work(3 * minute)
  expect(await knownHashes()).toEqual([hidden])
  world.advance(24 * hour)
  world.chain.mine(300)
  world.advance(20 * minute)
  await work(15 * minute)
  expect((await knownHashes()).toSorted()).toEqual([late, hidden].toSorted())
})

test('a week without the server leaves no gap', async () => {
  await work(minute)
  const hashes = []
  for (let day = 0; day < 7; day += 1) {
    hashes.push(pay(), pay())
    world.advance(24 * hour)
  }
  await work(6 * minute, 1)
  expect((await knownHashes()).toSorted()).toEqual(hashes.toSorted())
})

test('more payments than a page has are read page by page, also if a server dies in between', async () => {
  const from = world.chain.makeAddress()
  // All of them are in one block and one transaction, so that no time can lead to the next page.
  const transfers = Array.from({ length: 450 }, (_, index) => ({ from, to: world.address, units: BigInt(index + 1) }))
  world.chain.send(transfers)
  await work(30 * second)
  world.killWithinNextCall()
  await work(5 * minute)
  expect((await world.readTransfers()).length).toBe(450)
})

describe('calls', () => {
  test('are none while nothing waits, and begin with the first open buy', async () => {
    await database.owner.query(
      `UPDATE ledger.requests SET status = 'cancelled', decided_at = now() WHERE status = 'pending'`,
    )
    try {
      const hash = pay()
      await work(20 * minute)
      expect(world.calls).toEqual([])
      await database.owner.query(
        `UPDATE ledger.requests SET status = 'pending', decided_at = NULL WHERE status = 'cancelled'`,
      )
      await work(minute)
      expect(await knownHashes()).toEqual([hash])
      await database.owner.query(
        `UPDATE ledger.requests SET status = 'cancelled', decided_at = now() WHERE status = 'pending'`,
      )
      await work(10 * minute)
      expect(world.calls.at(-1)).toBeGreaterThan(world.nowMs - minute)
      await work(10 * minute)
      expect(world.calls.at(-1)).toBeLessThan(world.nowMs - minute)
    } finally {
      await database.owner.query(
        `UPDATE ledger.requests SET status = 'pending', decided_at = NULL WHERE status = 'cancelled'`,
      )
    }
  })

  test('are at most six in a minute, of all servers together, also while providers fail', async () => {
    for (let count = 0; count < 60; count += 1) pay(BigInt(count + 1))
    for (let round = 0; round < 40; round += 1) {
      if (round % 7 === 3) world.nodes[0]?.fail('bad_gateway', 2)
      world.advance(5 * second)
      await Promise.all([world.tick(0), world.tick(1)])
      if (round % 10 === 9) world.restart(round % 2)
    }
    const most = Math.max(
      ...world.calls.map((from) => world.calls.filter((at) => at >= from && at < from + minute).length),
    )
    expect(most).toBe(6)
  })
})

test('while one server works, another one only waits, and takes over when the first one is gone', async () => {
  await work(minute, 0)
  const before = world.calls.length
  await world.tick(1)
  expect(world.calls.length).toBe(before)
  const hash = pay()
  await work(3 * minute, 1)
  expect(await knownHashes()).toEqual([hash])
})

test('an outage of one provider delays nothing, and one of both is made up for', async () => {
  world.nodes[0]?.fail('overloaded', Infinity)
  const first = pay()
  await work(3 * minute)
  expect(await knownHashes()).toEqual([first])
  world.nodes[1]?.fail('cut_off', Infinity)
  const other = pay()
  await work(10 * minute)
  expect(await knownHashes()).toEqual([first])
  expect(new Set(world.problems)).toEqual(new Set(['overloaded', 'cut_off']))
  for (const node of world.nodes) node.recover()
  await work(20 * minute)
  expect(await knownHashes()).toEqual([first, other])
})

test('a payment to an address that has been replaced is found, too', async () => {
  const former = world.address
  await world.changeAddress()
  const [early, late] = [pay(5n, former), pay(6n)]
  await work(5 * minute)
  expect((await knownHashes()).toSorted()).toEqual([early, late].toSorted())
})

test('a great payment waits until both providers say the same', async () => {
  const great = pay(500_000_001n)
  world.nodes[1]?.forgetBefore(Infinity)
  await work(5 * minute)
  expect(await knownHashes()).toEqual([])
  const { rows } = await database.owner.query('SELECT hash, outcome, problem FROM chain_transactions')
  expect(rows).toEqual([{ hash: great, outcome: null, problem: 'unconfirmed' }])
  world.nodes[1]?.forgetBefore(0)
  await work(6 * minute)
  expect(await knownHashes()).toEqual([great])
})

test('clocks that are an hour off change nothing', async () => {
  for (const offset of [hour, -hour]) {
    for (const node of world.nodes) node.setClock(offset)
    const hash = pay()
    await work(3 * minute)
    expect(await knownHashes()).toContain(hash)
  }
})
