import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { MadeUpChain } from '../../server/demo/chain/made-up-chain.ts'
import { startNode, type TronNode } from '../../server/demo/chain/node-server.ts'
import { createWatcher, type Watcher } from '../../server/money/deposits/watcher.ts'
import { createBackOff } from '../../server/platform/chain/back-off.ts'
import type { CallBudget } from '../../server/platform/chain/call-budget.ts'
import { createChain } from '../../server/platform/chain/chain.ts'
import { createTronClient } from '../../server/platform/chain/tron-client.ts'
import type { TestDatabase } from './database.ts'
import { createPackage, submitPackage } from './ledger.ts'
import { createMember } from './people.ts'

export interface StoredTransfer {
  hash: string
  logIndex: number
  from: string
  to: string
  units: string
  blockNumber: string
}

const blockMs = 3_000

/**
 * Watchers on a database and a made-up chain, in a time that the test moves. The watchers are those of the product, with the
 * rights of the application.
 */
export class WatchedChain {
  readonly database: TestDatabase
  readonly nodes: TronNode[]
  readonly buys: string[]
  chain = new MadeUpChain()
  address = ''
  nowMs = 0
  /** The times of the calls to all nodes. */
  calls: number[] = []
  /** The reasons of the failures that the watchers have reported. */
  problems: unknown[] = []
  #watchers: Watcher[] = []
  #patienceMs: number | undefined
  /** True while the next call to a provider ends its watcher, before the answer is stored. */
  #isDying = false

  private constructor(database: TestDatabase, nodes: TronNode[], buys: string[]) {
    this.database = database
    this.nodes = nodes
    this.buys = buys
  }

  /** Opens a world with so many nodes and open buys. Nothing is watched before `begin`. */
  static async open(database: TestDatabase, { nodeCount = 2, buyCount = 4 } = {}): Promise<WatchedChain> {
    const nodes = await Promise.all(Array.from({ length: nodeCount }, async () => startNode(new MadeUpChain())))
    const member = await createMember(database.ownerDb)
    const pack = await createPackage(database)
    const buys = []
    for (let count = 0; count < buyCount; count += 1) buys.push(await submitPackage(database, member.id, pack))
    await database.owner.query(`
      ALTER TABLE chain_transfers DISABLE TRIGGER append_only;
      ALTER TABLE ledger.requests DISABLE TRIGGER guard_change`)
    return new WatchedChain(database, nodes, buys)
  }

  /** Forgets everything, and begins with an empty chain, a new deposit address and two servers. */
  async begin({
    seed = 1,
    nodeCount = this.nodes.length,
    patienceMs,
  }: { seed?: number; nodeCount?: number; patienceMs?: number } = {}): Promise<void> {
    this.#patienceMs = patienceMs
    this.nowMs = Date.now()
    this.chain = new MadeUpChain({ seed, startMs: this.nowMs })
    this.calls = []
    this.problems = []
    this.#isDying = false
    for (const node of this.nodes) node.show(this.chain)
    this.address = this.chain.makeAddress()
    await this.database.owner.query(`
      DELETE FROM free_transfers; DELETE FROM chain_transfers; DELETE FROM chain_transactions; DELETE FROM chain_sweeps;
      DELETE FROM deposit_addresses;
      UPDATE public.payout_transactions SET due_at = 'infinity' WHERE outcome IS NULL;
      UPDATE chain_watch SET holder = NULL, lease_until = NULL, waiting_until = NULL;
      UPDATE chain_calls SET used_at = 'epoch';
      UPDATE ledger.requests SET transaction_hash = NULL WHERE transaction_hash IS NOT NULL;
      UPDATE settings SET deposit_address = '${this.address}';
      SELECT ledger.rebuild_treasury()`)
    this.#watchers = [this.#createWatcher(nodeCount, seed), this.#createWatcher(nodeCount, seed + 1)]
  }

  /** Replaces the deposit address. */
  async changeAddress(): Promise<void> {
    this.address = this.chain.makeAddress()
    await this.database.owner.query('UPDATE settings SET deposit_address = $1', [this.address])
  }

  /** Names a hash on one of the open buys, as its member would. */
  async nameHash(hash: string, buy: number): Promise<void> {
    await this.database.owner.query('UPDATE ledger.requests SET transaction_hash = $1 WHERE id = $2', [
      hash,
      this.buys[buy],
    ])
  }

  /** Lets time pass: the chain grows, at most by 60 blocks. */
  advance(ms: number): void {
    this.nowMs += ms
    const blocks = Math.min(Math.floor((this.nowMs - this.chain.newest.timeMs) / blockMs), 60)
    const gap = this.nowMs - this.chain.newest.timeMs - blocks * blockMs
    if (gap >= blockMs) this.chain.pause(gap)
    this.chain.mine(blocks)
  }

  /** Lets a server work once. A server that dies within is replaced by one that knows nothing but the database. */
  async tick(server = 0): Promise<void> {
    const watcher = this.#watchers[server]
    if (!watcher) throw new Error('there is no such server')
    try {
      await watcher.tick()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      this.restart(server)
    }
  }

  /** Lets a server work once as its job does. Throws Unchecked if no provider has answered for a while. */
  async work(server = 0): Promise<void> {
    await this.#watchers[server]?.work(new AbortController().signal)
  }

  /** Ends a server between two calls, and starts another one. */
  restart(server = 0): void {
    this.#watchers[server] = this.#createWatcher(this.nodes.length, server)
  }

  /** Makes the next call end its server, after the provider has answered and before anything is stored. */
  killWithinNextCall(): void {
    this.#isDying = true
  }

  async readTransfers(): Promise<StoredTransfer[]> {
    const { rows } = await this.database.owner.query<StoredTransfer>(
      `SELECT transaction_hash AS hash, log_index AS "logIndex", from_address AS from, to_address AS to, units::text,
              block_number::text AS "blockNumber" FROM chain_transfers ORDER BY block_number, transaction_hash, log_index`,
    )
    return rows
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map(async (node) => node.stop()))
  }

  #createWatcher(nodeCount: number, seed: number): Watcher {
    const now = () => this.nowMs
    let state = seed
    const random = () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647
    const counted = (budget: CallBudget): CallBudget => ({
      take: async () => {
        if (!(await budget.take())) return false
        this.calls.push(this.nowMs)
        return true
      },
    })
    return createWatcher({
      ...(this.#patienceMs !== undefined && { patienceMs: this.#patienceMs }),
      db: this.database.appDb,
      log: { warn: ({ reason }: { reason?: unknown }) => void this.problems.push(reason) },
      now: () => sql<string>`${new Date(this.nowMs).toISOString()}::timestamptz`,
      open: (budget) => {
        const clients = this.nodes.slice(0, nodeCount).map(({ url }) =>
          createTronClient({
            provider: { url, timeoutMs: 5_000, maxBytes: 1024 * 1024 },
            contract: this.chain.contract,
            budget: counted(budget),
            backOff: createBackOff({ now, random }),
          }),
        )
        const chain = createChain({ providers: clients, bothAboveUnits: 500_000_000n })
        const dieAfter = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
          const value = await answer
          if (!this.#isDying) return value
          this.#isDying = false
          throw new Killed()
        }
        return {
          ...chain,
          providers: chain.providers.map((client) => ({
            ...client,
            listTransfers: async (...given) => dieAfter(client.listTransfers(...given)),
          })),
          readFinal: async (hash) => dieAfter(chain.readFinal(hash)),
        }
      },
    })
  }
}

class Killed extends Error {}

/** Returns a hash that is on no chain. */
export function makeStrangeHash(): string {
  return randomUUID().replaceAll('-', '').repeat(2)
}
