import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nodeFailures, type NodeFailure } from '../../demo/chain/node-failures.ts'
import { startTronWorld, type TronWorld } from '../../../tests/helpers/tron-node.ts'
import { createCallBudget } from './call-budget.ts'
import { Unchecked, type UncheckedReason } from './unchecked.ts'

let world: TronWorld
let alice: string
let ours: string
beforeAll(async () => {
  world = await startTronWorld()
  alice = world.chain.makeAddress()
  ours = world.chain.makeAddress()
})
beforeEach(() => world.nodes[0].recover())
afterAll(async () => world.stop())

const from = new Date(0)
const send = (units: bigint, outcome?: 'OUT_OF_ENERGY' | 'TRX') =>
  world.chain.send({ from: alice, to: ours, units }, outcome)

describe('a transaction', () => {
  test('is unknown, in a block, and final once 19 blocks stand on its block', async () => {
    const client = world.client()
    const hash = send(41_499_389n)
    expect(await client.readTransaction(hash, 'newest')).toBeNull()
    world.chain.mine()
    const { number, timeMs } = world.chain.newest
    const transaction = {
      hash,
      blockNumber: number,
      blockTime: new Date(timeMs),
      failure: null,
      transfers: [{ logIndex: 0, contract: world.chain.contract, from: alice, to: ours, units: 41_499_389n }],
      otherTransfers: [],
    }
    expect(await client.readTransaction(hash, 'newest')).toEqual(transaction)
    world.chain.mine(18)
    expect(await client.readTransaction(hash, 'final')).toBeNull()
    world.chain.mine()
    expect(await client.readTransaction(hash, 'final')).toEqual(transaction)
    expect(await client.readTransaction(hash.toUpperCase(), 'final')).toEqual(transaction)
  })

  test('that failed has its reason and no transfer, and plain TRX has neither', async () => {
    const [failed, plain] = [send(5n, 'OUT_OF_ENERGY'), send(5n, 'TRX')]
    world.chain.finalise()
    const client = world.client()
    expect(await client.readTransaction(failed, 'final')).toMatchObject({ failure: 'OUT_OF_ENERGY', transfers: [] })
    expect(await client.readTransaction(plain, 'final')).toMatchObject({ failure: null, transfers: [] })
  })

  test('with two transfers to us has both, and none of another token that calls itself USDT', async () => {
    const pay = { from: alice, to: ours, units: 7n }
    const hash = world.chain.send([pay, { ...pay, contract: world.chain.makeAddress() }, pay])
    const other = world.chain.send({ ...pay, contract: world.chain.makeAddress() })
    world.chain.finalise()
    const found = await world.client().readTransaction(hash, 'final')
    // A contract of its own has its own transactions in reality, but its logs may stand beside ours.
    expect(found?.transfers.map(({ logIndex }) => logIndex)).toEqual([0, 2])
    expect((await world.client().readTransaction(other, 'final'))?.transfers).toEqual([])
  })

  test('on a fork is seen once and then unknown for ever', async () => {
    const hash = send(9n)
    world.chain.mine(3)
    expect(await world.client().readTransaction(hash, 'newest')).toMatchObject({ hash })
    world.chain.fork(3)
    world.chain.mine(30)
    expect(await world.client().readTransaction(hash, 'newest')).toBeNull()
    expect(await world.client().readTransaction(hash, 'final')).toBeNull()
  })
})

test('the newest block, the newest final block and the balance at it are read', async () => {
  const client = world.client()
  const before = await client.readBalance(ours)
  const { chain } = world
  chain.send({ from: alice, to: ours, units: 2n ** 70n })
  chain.mine(4)
  const { id, number, timeMs } = chain.newest
  expect(await client.readNewestBlock('newest')).toEqual({ id, number, time: new Date(timeMs) })
  expect(await client.readNewestBlock('final')).toMatchObject({ number: number - 19 })
  expect(await client.readBalance(ours)).toBe(before)
  chain.finalise()
  expect(await client.readBalance(ours)).toBe(before + 2n ** 70n)
})

test('the list has all transfers page by page, the oldest first, by the fingerprint and never by the link', async () => {
  const place = world.chain.makeAddress()
  const hashes = Array.from({ length: 450 }, (_, index) => {
    if (index % 30 === 0) world.chain.mine()
    return world.chain.send({ from: alice, to: place, units: BigInt(index) })
  })
  world.chain.mine()
  const client = world.client()
  const listed = []
  let fingerprint: string | null = null
  do {
    const page = await client.listTransfers(place, from, fingerprint)
    expect(page.at).toEqual(new Date(world.chain.newest.timeMs))
    listed.push(...page.transfers)
    fingerprint = page.fingerprint
  } while (fingerprint !== null)
  expect(listed.map(({ hash }) => hash).toSorted()).toEqual(hashes.toSorted())
  expect(listed.map(({ blockTime }) => blockTime)).toEqual(
    listed.map(({ blockTime }) => blockTime).toSorted((a, b) => +a - +b),
  )
  const late = await client.listTransfers(place, new Date(world.chain.newest.timeMs))
  expect(late.transfers.length).toBe(30)
  await expect(client.listTransfers(place, from, 'made up')).rejects.toMatchObject({ reason: 'refused' })
  expect(world.nodes[0].calls.every(({ path }) => path.startsWith('/'))).toBe(true)
})

describe('a failure', () => {
  const reasons: Record<NodeFailure, UncheckedReason> = {
    rate_limited: 'rate_limited',
    penalty: 'penalty',
    overloaded: 'overloaded',
    bad_gateway: 'bad_gateway',
    gateway_timeout: 'bad_gateway',
    busy: 'busy',
    node_error: 'node_error',
    lite_node: 'lite_node',
    html: 'not_json',
    other_shape: 'wrong_shape',
    redirect: 'unreachable',
    too_large: 'too_large',
    cut_off: 'cut_off',
    cut_json: 'not_json',
    time_out: 'timed_out',
  }

  test.each(Object.keys(nodeFailures) as NodeFailure[])(
    '%s has a reason of its own in every call, and never is an answer',
    async (failure) => {
      const hash = send(1n)
      world.chain.finalise()
      const client = world.client(world.nodes[0], failure === 'time_out' ? { timeoutMs: 300 } : {})
      const calls = [
        async () => client.readTransaction(hash, 'final'),
        async () => client.readTransaction(hash, 'newest'),
        async () => client.readNewestBlock('final'),
        async () => client.readBalance(ours),
        async () => client.listTransfers(ours, from),
      ]
      for (const call of calls) {
        world.nodes[0].fail(failure)
        await expect(call()).rejects.toMatchObject({ reason: reasons[failure] })
        if (failure !== 'time_out') await expect(call()).resolves.not.toBeNull()
      }
    },
  )

  test('of a server that is gone says so, and names neither the server nor the key', async () => {
    const gone = await startTronWorld()
    await gone.stop()
    const error: unknown = await gone
      .client()
      .readBalance(ours)
      .catch((failure: unknown) => failure)
    expect(error).toEqual(new Unchecked('unreachable'))
    expect((error as Error).stack).not.toMatch(/secret-key|127\.0\.0\.1:\d/)
    expect((error as Error).cause).toBeUndefined()
  })

  test('makes the client leave the provider alone for a while', async () => {
    const client = world.client(world.nodes[0], { isPatient: false })
    world.nodes[0].fail('penalty')
    await expect(client.readBalance(ours)).rejects.toMatchObject({ reason: 'penalty' })
    const before = world.nodes[0].calls.length
    await expect(client.readBalance(ours)).rejects.toMatchObject({ reason: 'backing_off' })
    expect(world.nodes[0].calls.length).toBe(before)
  })
})

test('a node that keeps too little does not know an old transaction, and says nothing else', async () => {
  const hash = send(3n)
  world.chain.finalise()
  world.nodes[0].forgetBefore(world.chain.newest.number)
  expect(await world.client().readTransaction(hash, 'final')).toBeNull()
  world.nodes[0].forgetBefore(0)
})

test('calls over the budget are not sent', async () => {
  const client = world.client(world.nodes[0], { budget: createCallBudget(2) })
  const before = world.nodes[0].calls.length
  await client.readNewestBlock('final')
  await client.readNewestBlock('final')
  await expect(client.readNewestBlock('final')).rejects.toMatchObject({ reason: 'out_of_budget' })
  expect(world.nodes[0].calls.length).toBe(before + 2)
})

test('the key travels in its header alone', async () => {
  await world.client().readBalance(ours)
  const call = world.nodes[0].calls.at(-1)
  expect(call?.key).toBe('secret-key')
  expect(`${call?.path}${call?.body}`).not.toContain('secret-key')
})
