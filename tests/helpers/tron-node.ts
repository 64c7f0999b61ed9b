import { createCallBudget, type CallBudget } from '../../server/platform/chain/call-budget.ts'
import { createChain, type Chain } from '../../server/platform/chain/chain.ts'
import { createTronClient, type TronClient } from '../../server/platform/chain/tron-client.ts'
import { MadeUpChain } from '../../server/demo/chain/made-up-chain.ts'
import { startNode, type TronNode } from '../../server/demo/chain/node-server.ts'

interface ClientOptions {
  budget?: CallBudget
  /** True to ask again at once after a failure. */
  isPatient?: boolean
  timeoutMs?: number
}

/** A made-up chain with nodes that show it, and clients of these nodes. */
export interface TronWorld {
  chain: MadeUpChain
  nodes: [TronNode, ...TronNode[]]
  /** Returns a client of a node that takes answers of at most a megabyte. */
  client(node?: TronNode, options?: ClientOptions): TronClient
  /** Returns the chain as all nodes together show it. */
  all(options?: ClientOptions & { bothAboveUnits?: bigint }): Chain
  stop(): Promise<void>
}

export async function startTronWorld({ seed = 1, nodeCount = 1 } = {}): Promise<TronWorld> {
  const chain = new MadeUpChain({ seed })
  const [first, ...others] = await Promise.all(Array.from({ length: nodeCount }, async () => startNode(chain)))
  if (!first) throw new Error('a chain without a node cannot be seen')
  const nodes: TronWorld['nodes'] = [first, ...others]
  const backOff = { assertReady: () => {}, succeeded: () => {}, failed: () => {} }
  const client = (
    { url }: TronNode = first,
    { budget = createCallBudget(Infinity), isPatient = true, timeoutMs = 5_000 }: ClientOptions = {},
  ): TronClient =>
    createTronClient({
      provider: { url, key: 'secret-key', timeoutMs, maxBytes: 1024 * 1024 },
      contract: chain.contract,
      budget,
      ...(isPatient && { backOff }),
    })
  return {
    chain,
    nodes,
    client,
    all: ({ bothAboveUnits = 1_000_000_000n, ...options } = {}) =>
      createChain({ providers: nodes.map((node) => client(node, options)), bothAboveUnits }),
    stop: async () => void (await Promise.all(nodes.map(async (node) => node.stop()))),
  }
}
