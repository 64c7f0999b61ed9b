import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { getRequestReview } from '../contract/request-review.ts'
import { MadeUpChain } from '../server/demo/chain/made-up-chain.ts'
import { startNode, type TronNode } from '../server/demo/chain/node-server.ts'
import type { Db } from '../server/platform/db/client.ts'
import * as ledger from '../server/money/ledger/ledger.ts'
import { call, createAdmin, createBuyer, withDatabase, type Person } from '../tests/helpers/api.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atMost, figure, quantile, type BenchRow } from './figures.ts'

const transferCounts = { many: 100_000, few: 100 }
const buyCount = 50
const rounds = 400
const bars = { slowdown: 2, arrivalSeconds: 20 }

/** A server that reads a made-up chain, and an administrator with open buys that were paid. */
interface World {
  server: TestServer
  chain: MadeUpChain
  node: TronNode
  address: string
  admin: Person
  member: Person
  requestIds: string[]
}

/**
 * Measures two promises of the desk: a flood of small transfers to the deposit address does not slow it, and a payment is on
 * it soon after its block is final.
 */
export const bench = {
  name: 'chain-desk',
  async run(): Promise<{ rows: BenchRow[] }> {
    const worlds: World[] = []
    try {
      for (const count of [transferCounts.many, transferCounts.few]) worlds.push(await openWorld(count))
      const [many, few] = worlds as [World, World]
      return { rows: await measure(many, few) }
    } finally {
      await Promise.all(worlds.map(async ({ server, node }) => [await server.stop(), await node.stop()]))
    }
  },
}

async function measure(many: World, few: World): Promise<BenchRow[]> {
  return [
    ...(await measureFlood(many, few)),
    await measureArrival(few, transferCounts.few),
    await measureArrival(many, transferCounts.many),
  ]
}

async function openWorld(transferCount: number): Promise<World> {
  const chain = new MadeUpChain({ startMs: Date.now() })
  const [node, address] = [await startNode(chain), chain.makeAddress()]
  const env = { TRON_API_URL: node.url, TRON_API_KEY: 'key', DEPOSIT_ADDRESS: address }
  const server = await startServer({ env })
  const admin = await createAdmin(server)
  const member = await createBuyer(admin, { name: 'Kofi Mensah' })
  const requestIds = await withDatabase(server, async (db) => {
    const ids: string[] = []
    for (let count = 1; count <= buyCount; count += 1) {
      const order = { token: null, userId: member.userId, key: randomUUID(), kind: 'buy', usdtRate: '1' } as const
      ids.push((await ledger.submit(db, { ...order, coins: 1_000 * count })).requestId)
    }
    await addTransfers(db, transferCount, { address, contract: chain.contract })
    await sql`analyze`.execute(db)
    return ids
  })
  return { server, chain, node, address, admin, member, requestIds }
}

/** Adds transfers of less than a hundredth of a USDT, one a second until now. */
async function addTransfers(db: Db, count: number, { address, contract }: { address: string; contract: string }) {
  const atOnce = 10_000
  for (let from = 1; from <= count; from += atOnce)
    await sql`
      with made as (
        select lpad(to_hex(n), 64, '0') as hash, 1 + n % 9999 as units, n
          from generate_series(${from}::int, ${Math.min(from + atOnce - 1, count)}::int) n),
      asked as (
        insert into chain_transactions (hash, hint_units, first_seen, due_at, outcome, judged_at)
        select hash, units, now(), now(), 'succeeded', now() from made)
      insert into chain_transfers (transaction_hash, log_index, contract, from_address, to_address, units, block_number, block_time,
                                   first_seen, final_at)
      select hash, 0, ${contract}, 'T-sender-' || n % 5000, ${address}, units, n, now() - n * interval '1 second', now(), now()
        from made`.execute(db)
}

/** The worlds take turns, so that other work on the machine slows both. */
async function measureFlood(many: World, few: World): Promise<BenchRow[]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -20; round < rounds; round += 1) {
    for (const [side, world] of [many, few].entries()) {
      const ms = await timeReview(world, round)
      if (round >= 0) times[side]?.push(ms)
    }
  }
  const [slow, fast] = times.map((side) => quantile(side, 0.95)) as [number, number]
  return [
    atMost(
      `p95 of the review of a buy with ${transferCounts.many} transfers ÷ with ${transferCounts.few}`,
      slow / fast,
      bars.slowdown,
      { digits: 2 },
    ),
    figure('the same in ms', `${slow.toFixed(1)} ${fast.toFixed(1)}`),
  ]
}

async function timeReview({ admin, member, requestIds }: World, round: number): Promise<number> {
  const start = performance.now()
  const requestId = requestIds.at(round % buyCount) ?? ''
  await call(admin, getRequestReview, { params: { userId: member.userId, requestId } })
  return performance.now() - start
}

/** A member pays an open buy. Measures the time from the final block to the desk that shows the payment. */
async function measureArrival(
  { chain, address, admin, member, requestIds }: World,
  transferCount: number,
): Promise<BenchRow> {
  const input = { params: { userId: member.userId, requestId: requestIds.at(-1) ?? '' } }
  const { request } = await call(admin, getRequestReview, input)
  if (request.kind !== 'buy') throw new Error('the request is no buy')
  const units = BigInt(Math.round(Number(request.usdt_amount) * 1_000_000))
  chain.send({ from: chain.makeAddress(), to: address, units })
  chain.finalise()
  chain.mine(5)
  const start = performance.now()
  const isShown = async () => ((await call(admin, getRequestReview, input)).chain?.transfers ?? []).length > 0
  while (!(await isShown()) && performance.now() - start < 60_000) await sleep(200)
  const seconds = (performance.now() - start) / 1_000
  const name = `from the final block to the desk, with ${transferCount} other transfers`
  return atMost(name, seconds, bars.arrivalSeconds, { unit: 's', digits: 1 })
}
