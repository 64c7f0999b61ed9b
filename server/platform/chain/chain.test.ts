import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTronWorld, type TronWorld } from '../../../tests/helpers/tron-node.ts'
import type { TronNode } from '../../demo/chain/node-server.ts'

let world: TronWorld
let alice: string
let ours: string
let other: TronNode
beforeAll(async () => {
  world = await startTronWorld({ nodeCount: 2 })
  alice = world.chain.makeAddress()
  ours = world.chain.makeAddress()
  const [, second] = world.nodes
  if (!second) throw new Error('the second node is missing')
  other = second
})
beforeEach(() => {
  for (const node of world.nodes) {
    node.recover()
    node.forgetBefore(0)
    node.calls.length = 0
  }
})
afterAll(async () => world.stop())

const send = (units: bigint, outcome?: 'REVERT') => world.chain.send({ from: alice, to: ours, units }, outcome)
const callCounts = () => world.nodes.map(({ calls }) => calls.length)

test('a transaction is unknown, not final, final or failed', async () => {
  const chain = world.all()
  const [paid, failed] = [send(5n), send(5n, 'REVERT')]
  expect(await chain.find(paid)).toEqual({ state: 'unknown', transaction: null })
  world.chain.mine()
  expect(await chain.find(paid)).toMatchObject({ state: 'not_final', transaction: { hash: paid } })
  expect(await chain.readFinal(paid)).toBeNull()
  world.chain.finalise()
  expect(await chain.find(paid)).toMatchObject({ state: 'final', transaction: { hash: paid } })
  expect(await chain.find(failed)).toMatchObject({ state: 'failed', transaction: { failure: 'REVERT' } })
})

test('the second provider is asked only if the first one fails or knows nothing', async () => {
  const hash = send(5n)
  world.chain.finalise()
  const chain = world.all()
  expect(await chain.readFinal(hash)).toMatchObject({ hash })
  expect(callCounts()).toEqual([1, 0])
  world.nodes[0].fail('html')
  expect(await chain.readFinal(hash)).toMatchObject({ hash })
  expect(callCounts()).toEqual([2, 1])
  world.nodes[0].forgetBefore(Infinity)
  expect(await chain.readFinal(hash)).toMatchObject({ hash })
  world.nodes[0].fail('bad_gateway', 2)
  expect((await chain.readNewestFinalBlock()).number).toBe(world.chain.newestFinal.number)
  world.nodes[0].fail('bad_gateway', 2)
  const { units, block } = await chain.readBalance(ours)
  expect(units).toBeGreaterThanOrEqual(5n)
  expect(block.number).toBe(world.chain.newestFinal.number)
})

test('a transaction is not unknown while a provider could not be asked', async () => {
  const chain = world.all()
  const hash = world.chain.makeHash()
  expect(await chain.readFinal(hash)).toBeNull()
  for (const node of world.nodes) {
    node.fail('busy')
    await expect(chain.readFinal(hash)).rejects.toMatchObject({ reason: 'busy' })
    await expect(chain.find(hash)).resolves.toMatchObject({ state: 'unknown' })
  }
  world.nodes[0].fail('penalty')
  other.fail('cut_off')
  await expect(chain.readNewestFinalBlock()).rejects.toMatchObject({ reason: 'penalty' })
})

test('a great amount needs the same answer of both providers', async () => {
  const chain = world.all({ bothAboveUnits: 100n })
  const [small, great] = [send(100n), send(101n)]
  world.chain.finalise()
  expect(await chain.readFinal(small)).toMatchObject({ hash: small })
  expect(callCounts()).toEqual([1, 0])
  expect(await chain.readFinal(great)).toMatchObject({ hash: great })
  expect(callCounts()).toEqual([2, 1])
  other.forgetBefore(Infinity)
  await expect(chain.readFinal(great)).rejects.toMatchObject({ reason: 'unconfirmed' })
  other.fail('overloaded')
  await expect(chain.readFinal(great)).rejects.toMatchObject({ reason: 'overloaded' })
})

test('two providers that say different things of a great amount are not believed', async () => {
  const liar = await startTronWorld({ seed: 1 })
  const twin = await startTronWorld({ seed: 1 })
  try {
    const payTwice = [liar, twin].map(({ chain }, place) => {
      const [from, to] = [chain.makeAddress(), chain.makeAddress()]
      const hash = chain.send({ from, to, units: 500n + BigInt(place) })
      chain.finalise()
      return hash
    })
    expect(payTwice[0]).toBe(payTwice[1])
    const { createChain } = await import('./chain.ts')
    const chain = createChain({ providers: [liar.client(), twin.client()], bothAboveUnits: 100n })
    await expect(chain.readFinal(payTwice[0] ?? '')).rejects.toMatchObject({ reason: 'disagreement' })
  } finally {
    await Promise.all([liar.stop(), twin.stop()])
  }
})
