import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MadeUpChain } from '../../server/demo/chain/made-up-chain.ts'
import { startNode, type TronNode } from '../../server/demo/chain/node-server.ts'
import { buy, createMember, withDatabase } from '../helpers/api.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const key = 'a-secret-key'
const patience = { timeout: 40_000 }

let chain: MadeUpChain
let node: TronNode
let address: string
let server: TestServer
beforeAll(async () => {
  chain = new MadeUpChain({ startMs: Date.now() })
  address = chain.makeAddress()
  node = await startNode(chain)
  server = await startServer({ env: { TRON_API_URL: node.url, TRON_API_KEY: key, DEPOSIT_ADDRESS: address } })
})
afterAll(async () => {
  await server.stop()
  await node.stop()
})

/** Sends a payment that is final at once for the node, as a minute later. */
function pay(): string {
  const hash = chain.send({ from: chain.makeAddress(), to: address, units: 25_000_000n })
  chain.finalise()
  chain.mine(5)
  return hash
}

const readHashes = async () =>
  withDatabase(server, async (db) => {
    const rows = await db.selectFrom('chain_transfers').select('transaction_hash').orderBy('block_number').execute()
    return rows.map((row) => row.transaction_hash)
  })

/** Ends the lease of the dead server and frees the calls of the last minute, as a minute does. */
async function letMinutePass(): Promise<void> {
  await withDatabase(server, async (db) => {
    await sql`update chain_watch set lease_until = now()`.execute(db)
    await sql`update chain_calls set used_at = used_at - interval '1 minute'`.execute(db)
  })
}

test(
  'a server that is killed while it watches the chain misses no payment and counts none twice',
  { timeout: 120_000 },
  async () => {
    const first = pay()
    const member = await createMember(server, { name: 'Amara Osei' })
    expect(node.calls).toEqual([])
    await buy(member, 'Gold')
    await expect.poll(readHashes, patience).toEqual([first])
    const second = pay()
    // The server dies within a call, which has no answer yet.
    node.fail('time_out')
    const before = node.calls.length
    await expect.poll(() => node.calls.length, patience).toBeGreaterThan(before)
    await server.kill('SIGKILL')
    const third = pay()
    node.recover()
    await server.restart()
    await letMinutePass()
    await expect.poll(readHashes, patience).toEqual([first, second, third])
    expect(node.calls.every((call) => call.key === key)).toBe(true)
    const told = node.calls.map(({ path, body }) => path + body).join('\n')
    expect(told).not.toMatch(/Amara|Osei|ET-/)
    expect(server.output()).not.toContain(key)
  },
)

test('a server stops at once, although a provider does not answer', { timeout: 60_000 }, async () => {
  await letMinutePass()
  node.fail('time_out', Infinity)
  const before = node.calls.length
  await expect.poll(() => node.calls.length, patience).toBeGreaterThan(before)
  const startedMs = performance.now()
  await server.kill('SIGTERM')
  expect(performance.now() - startedMs).toBeLessThan(6_000)
})
