import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { NodeFailure } from '../../server/demo/chain/node-failures.ts'
import type { MadeUpTransfer } from '../../server/demo/chain/made-up-chain.ts'
import type { WatchedChain } from './watched-chain.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const failures: NodeFailure[] = [
  'rate_limited',
  'penalty',
  'overloaded',
  'bad_gateway',
  'gateway_timeout',
  'busy',
  'node_error',
  'lite_node',
  'html',
  'other_shape',
  'cut_off',
  'cut_json',
]

/** A transaction, with the ways in which the lists of the nodes treat it. */
const payment = fc.record({
  type: fc.constant('pay' as const),
  // The amount of the open buys is 100 USDT. Above 500 both providers must agree.
  units: fc.constantFrom(1n, 99_999_999n, 100_000_000n, 100_000_000n, 600_000_000n),
  extra: fc.constantFrom('none', 'none', 'twice', 'other token', 'nothing', 'to a stranger'),
  outcome: fc.constantFrom('SUCCESS', 'SUCCESS', 'SUCCESS', 'OUT_OF_ENERGY', 'REVERT', 'TRX'),
  isToFormer: fc.boolean(),
  omittedBy: fc.constantFrom('none', 'none', 'none', 'first', 'second', 'all'),
  delayBlocks: fc.constantFrom(0, 0, 0, 5, 30, 200, 200),
  isNamed: fc.constantFrom(false, false, false, true),
})

/** An event on the chain, at a provider or to a server. After each action some time passes and a server works. */
export const action = fc.oneof(
  { weight: 8, arbitrary: payment },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('fork' as const),
      depth: fc.integer({ min: 1, max: 18 }),
      isKept: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('fail' as const),
      node: fc.nat(1),
      failure: fc.constantFrom(...failures),
      count: fc.constantFrom(1, 2, 5, Infinity),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('recover' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('die' as const), isWithinCall: fc.boolean(), server: fc.nat(1) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('off' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('address' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('clock' as const),
      node: fc.nat(1),
      hours: fc.integer({ min: -1, max: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('both' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never
type Payment = Extract<Action, { type: 'pay' }>

export interface History {
  seed: number
  nodeCount: number
  actions: Action[]
}

/** The pauses at the end: for the calls of the next minute, for providers that are left alone, and for questions asked rarely. */
const settling = [61 * second, 61 * second, 16 * minute, 61 * second, 61 * second, 61 * second, 7 * hour]

/** The facts of a history that the test itself knows, without a look at the product. */
interface Model {
  addresses: Set<string>
  /** The transactions that can be discovered: a list shows them at some time, or a member has named them. */
  discoverable: Set<string>
  named: number
}

/** Plays a history, lets everything end well, and returns the names of the transfers that must be known and that are. */
export async function playHistory(world: WatchedChain, { seed, nodeCount, actions }: History) {
  await world.begin({ seed, nodeCount })
  const model: Model = { addresses: new Set([world.address]), discoverable: new Set(), named: 0 }
  for (const [index, next] of actions.entries()) {
    await act(world, model, next, nodeCount)
    world.advance(15 * second)
    await world.tick(index % 3 === 0 ? 1 : 0)
  }
  for (const node of world.nodes) {
    node.recover()
    node.setClock(0)
  }
  const expected = () => listExpected(world, model)
  world.advance(5 * minute)
  let found = await listFound(world)
  // The calls of a minute are few, and a question without an answer is asked again after six hours at most.
  for (let round = 0; round < 90 && !isSubset(expected(), found); round += 1) {
    world.advance(settling[round % settling.length] ?? minute)
    await world.tick(0)
    found = await listFound(world)
  }
  expectFewCalls(world.calls)
  expectNoneMadeUp(world, model, found)
  return { expected: expected(), found }
}

async function act(world: WatchedChain, model: Model, next: Action, nodeCount: number): Promise<void> {
  switch (next.type) {
    case 'pay':
      return send(world, model, next, nodeCount)
    case 'fork':
      return world.chain.fork(next.depth, () => next.isKept)
    case 'fail':
      return world.nodes[next.node]?.fail(next.failure, next.count)
    case 'recover':
      return world.nodes.forEach((node) => node.recover())
    case 'die':
      return next.isWithinCall ? world.killWithinNextCall() : world.restart(next.server)
    case 'off':
      return world.advance(next.hours * hour)
    case 'address':
      await world.changeAddress()
      return void model.addresses.add(world.address)
    case 'clock':
      return world.nodes[next.node]?.setClock(next.hours * hour)
    case 'both':
      await Promise.all([world.tick(0), world.tick(1)])
      return
    case 'wait':
      return world.advance(next.seconds * second)
  }
}

async function send(world: WatchedChain, model: Model, given: Payment, nodeCount: number): Promise<void> {
  const { chain, nodes } = world
  const to = given.isToFormer ? ([...model.addresses][0] ?? world.address) : world.address
  const transfer: MadeUpTransfer = { from: chain.makeAddress(), to, units: given.units }
  const beside: Record<string, MadeUpTransfer[]> = {
    none: [],
    twice: [transfer],
    'other token': [{ ...transfer, contract: chain.makeAddress() }],
    nothing: [{ ...transfer, units: 0n }],
    'to a stranger': [{ ...transfer, to: chain.makeAddress() }],
  }
  const hash = chain.send([...(beside[given.extra] ?? []), transfer], given.outcome)
  const isOmittedBy = (node: number) =>
    given.omittedBy === 'all' || given.omittedBy === (['first', 'second'] as const)[node]
  const shown = nodes.slice(0, nodeCount).map((node, index) => {
    if (isOmittedBy(index)) node.omit(hash)
    else node.delay(hash, chain.newest.number + given.delayBlocks)
    return !isOmittedBy(index)
  })
  if (shown.includes(true)) model.discoverable.add(hash)
  if (given.isNamed && model.named < world.buys.length) {
    await world.nameHash(hash, model.named)
    model.named += 1
    model.discoverable.add(hash)
  }
}

const nameOf = (hash: string, logIndex: number, units: bigint | string) => `${hash}/${logIndex}/${units}`

/** Lists the transfers that are on the chain for good and pay to an address of ours. */
function listReal({ chain }: WatchedChain, { addresses }: Model): { hash: string; name: string }[] {
  return chain.transactions
    .filter((transaction) => transaction.outcome === 'SUCCESS' && chain.isFinal(transaction))
    .flatMap(({ hash, transfers }) =>
      transfers.flatMap(({ to, units, contract = chain.contract }, logIndex) =>
        addresses.has(to) && units > 0n && contract === chain.contract
          ? [{ hash, name: nameOf(hash, logIndex, units) }]
          : [],
      ),
    )
}

function listExpected(world: WatchedChain, model: Model): string[] {
  return listReal(world, model)
    .filter(({ hash }) => model.discoverable.has(hash))
    .map(({ name }) => name)
}

async function listFound(world: WatchedChain): Promise<string[]> {
  return (await world.readTransfers()).map(({ hash, logIndex, units }) => nameOf(hash, logIndex, units))
}

function isSubset(some: string[], all: string[]): boolean {
  return some.every((name) => all.includes(name))
}

function expectNoneMadeUp(world: WatchedChain, model: Model, found: string[]): void {
  const real = new Set(listReal(world, model).map(({ name }) => name))
  expect(found.filter((name) => !real.has(name))).toEqual([])
}

function expectFewCalls(calls: number[]): void {
  const most = Math.max(0, ...calls.map((from) => calls.filter((at) => at >= from && at < from + minute).length))
  expect(most).toBeLessThanOrEqual(6)
}
