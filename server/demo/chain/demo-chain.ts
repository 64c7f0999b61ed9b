import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/client.ts'
import { repeat } from '../../platform/repeat.ts'
import { blockMs, blocksToFinal, MadeUpChain } from './made-up-chain.ts'
import { startNode } from './node-server.ts'
import { payOpenBuys } from './payments.ts'
import { sendPayouts } from './send-payouts.ts'

interface DemoChainDeps {
  db: Db
  /** The contract of the token. */
  contract: string
  onError: (error: unknown) => void
  /** The time in milliseconds. */
  now?: () => number
}

export interface DemoChain {
  /** The address of the node. It takes the place of every provider that the configuration names. */
  url: string
  /** Mines the blocks that are due, pays for open buys, and sends the payouts that are marked as sent. */
  tick(): Promise<void>
  /** Does so with the clock. Returns the function that ends it, and the node. */
  start(): () => Promise<void>
  stop(): Promise<void>
}

/** Returns the number of the block of a time, so that it grows from one start to the next. */
export const blockAt = (timeMs: number) => 40_000_000 + Math.floor((timeMs - Date.UTC(2024, 0, 1)) / blockMs)

/**
 * Opens the made-up network of the demonstration on a port of this machine. It has a block each three seconds, a payment for
 * each open buy and a transaction for each payout that was sent. No other network is asked, and no other start of the server uses it.
 */
export async function openDemoChain({ db, contract, onError, now = Date.now }: DemoChainDeps): Promise<DemoChain> {
  const startMs = now() - (blocksToFinal + 1) * blockMs
  const chain = new MadeUpChain({
    // The hashes of blocks differ at each start.
    seed: randomUUID(),
    startMs,
    firstBlock: blockAt(startMs),
    contract,
  })
  chain.mine(blocksToFinal + 1)
  const node = await startNode(chain)
  const paid = new Set<string>()

  async function tick(): Promise<void> {
    node.calls.length = 0
    const due = Math.floor((now() - chain.newest.timeMs) / blockMs)
    if (due === 0) return
    await payOpenBuys(db, chain, paid)
    await sendPayouts(db, chain)
    // A machine that slept goes on with a gap, not with hours of blocks.
    if (due > 100) chain.pause((due - 1) * blockMs)
    chain.mine(due > 100 ? 1 : due)
  }

  return {
    url: node.url,
    tick,
    start() {
      const stop = repeat(tick, { everyMs: blockMs, isAtOnce: true, onError })
      return async () => {
        await stop()
        await node.stop()
      }
    },
    stop: async () => node.stop(),
  }
}
