import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withConnection } from '../../server/platform/db/connect.ts'
import { withDatabase } from '../helpers/api.ts'
import { builtInDatabaseUrl } from '../helpers/built-in-database.ts'
import type { Chance } from '../helpers/faults/chance.ts'
import { findBreaches } from '../helpers/faults/compare-books.ts'
import { expectNoDeadlocks } from '../helpers/faults/deadlocks.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startMoneyLoad, waitForCalls, withoutStepUp } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const kills = sizeOf({ short: 3, full: 50 })
const controlKills = 3
const longestLoadMs = 1_500
/** Before each kill, so many calls are acknowledged. */
const callsInEach = 8
/** The server gives up after some quick ends in a row, so now and then PostgreSQL lives for longer than that. */
const longLifeMs = 3_500
const longLifeEvery = 4
const backWithinMs = 20_000

let server: TestServer
beforeEach(async () => {
  server = await startServer({ env: withoutStepUp })
})
afterEach(async () => server.stop())

const readHealth = async () => {
  const response = await fetch(`${server.url}/api/health`)
  return { status: response.status, body: (await response.json()) as { status: string }, headers: response.headers }
}

/** Returns the process id that PostgreSQL notes, or undefined while it does not run. */
function readPostmaster(): number | undefined {
  const pidFile = join(server.dataDir, 'postgres/postmaster.pid')
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined : undefined
}

function requirePostmaster(): number {
  const postmaster = readPostmaster()
  if (postmaster === undefined) throw new Error('PostgreSQL does not run')
  return postmaster
}

/** Kills PostgreSQL and waits until the server is ready again. Returns the time in between. */
async function killDatabase(): Promise<number> {
  const postmaster = requirePostmaster()
  const startMs = performance.now()
  process.kill(postmaster, 'SIGKILL')
  const { status, body, headers } = await readHealth()
  // The health may be asked before the connections have broken.
  if (status !== 200) expect([status, body.status, headers.get('retry-after')]).toEqual([503, 'live', '1'])
  expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
  // For a moment the connections outlive the process that was killed.
  await expect.poll(() => readPostmaster() ?? postmaster, { timeout: backWithinMs }).not.toBe(postmaster)
  await waitUntilReady()
  return performance.now() - startMs
}

/** Kills the process of one connection. PostgreSQL then ends all others, and recovers by itself. */
async function killConnection(chance: Chance): Promise<number> {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const connections = lines.flatMap((line) => {
    const [, pid, ppid, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(ppid) === requirePostmaster() && args?.includes('et_app') ? [Number(pid)] : []
  })
  const startMs = performance.now()
  process.kill(chance.pick(connections), 'SIGKILL')
  await waitUntilReady()
  return performance.now() - startMs
}

async function waitUntilReady(): Promise<void> {
  await expect
    .poll(async () => (await readHealth()).body, { timeout: backWithinMs, interval: 20 })
    .toEqual({ status: 'ready' })
}

test(
  'the server starts a killed database again, and no acknowledged call is lost or done twice [R7]',
  { timeout: 60_000 + kills * 15_000 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R4, R7', faults: `${kills} kills` })
    const load = await startMoneyLoad(server, { chance })
    const times = []
    for (let kill = 1; kill <= kills; kill += 1) {
      await waitForCalls(load, callsInEach)
      await sleep(kill % longLifeEvery === 0 ? longLifeMs : chance.below(longestLoadMs))
      // The killed database forgets its count.
      await expectNoDeadlocks(server, load)
      times.push(await (kill % 2 === 0 ? killConnection(chance) : killDatabase()))
    }
    await load.end()
    expect(load.answers.get(503), 'calls met the dead database').toBeGreaterThan(0)
    expect([load.answers.get(0), load.withoutRetryAfter]).toEqual([undefined, 0])
    expect(server.output().match(/runs again after/g)).toHaveLength(Math.ceil(kills / 2))
    const longest = Math.max(...times) / 1000
    note(`${await expectWholeBooks(server, load, chance)}; ready again within ${longest.toFixed(1)} s`)
  },
)

test('if commits do not wait for the disk, the comparison finds the calls that a kill has lost', async (context) => {
  const { chance, note } = startScenario(context, { promises: 'R7 (control)', faults: `up to ${controlKills} kills` })
  await withConnection(builtInDatabaseUrl(server.dataDir, 'superuser'), async (client) => {
    await client.query('ALTER ROLE et_app SET synchronous_commit = off')
    await client.query("ALTER SYSTEM SET wal_writer_delay = '10s'")
    await client.query("ALTER SYSTEM SET wal_writer_flush_after = '100MB'")
    await client.query('ALTER SYSTEM SET autovacuum = off')
    await client.query('SELECT pg_reload_conf()')
    // Connections take the setting of their login when they open.
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'et_app'")
  })
  let breaches: string[] = []
  // A commit of PostgreSQL itself, right before the kill, takes all earlier ones to the disk, and nothing is lost.
  for (let kill = 1; breaches.length === 0 && kill <= controlKills; kill += 1) {
    const load = await startMoneyLoad(server, { chance: chance.fork(`kill ${kill}`) })
    await waitForCalls(load, callsInEach)
    const stopped = load.stop()
    await killDatabase()
    await stopped
    breaches = await withDatabase(server, async (db) => findBreaches(db, load.journal))
  }
  expect(breaches).toContainEqual(expect.stringMatching(/was acknowledged and is not in the books/))
  note(`${breaches.length} breaches found, as they have to be`)
}, 90_000)
