import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atLeast, figure, median, type BenchRow } from './figures.ts'
import { runLoad, timesOf, type Caller, type CallKind } from './load/orders.ts'
import { signIn, withOwner } from './people.ts'

/** A folder with an earlier version of the project and its packages: `BEFORE=/home/me/earlier npm run bench -- reads`. */
const before = process.env['BEFORE']
/** Set LOAD_SECONDS for a quick run: `LOAD_SECONDS=1 npm run bench -- reads`. */
const seconds = Number(process.env['LOAD_SECONDS'] ?? 4)
const rounds = 5
const clients = 16
const readers = 300
const plan = { members: 2_000, transactions: 40_000 }
const root = join(import.meta.dirname, '..')

interface Reading {
  kind: CallKind
  name: string
  role: 'user' | 'admin'
  /** The least that this version answers for each call that the earlier one does. */
  bar: number
}

const readings: Reading[] = [
  { kind: 'overview', name: 'overviews of members', role: 'user', bar: 4 },
  { kind: 'requests', name: 'pages of requests of members', role: 'user', bar: 2.5 },
  { kind: 'queue', name: 'pages of a queue', role: 'admin', bar: 2.5 },
]

/**
 * Measures the reads that a server of one process answers in a second to 16 clients, in a made-up world. With an earlier version beside
 * it, both take turns, each with a world of its own seeding. The bench opens both twice, each first once: a server that was opened first
 * has answered up to a third less here, in all of its rounds.
 */
export const bench = {
  name: 'reads',
  async run(): Promise<{ rows: BenchRow[] }> {
    const orders: Version[][] =
      before === undefined
        ? [['this']]
        : [
            ['this', 'earlier'],
            ['earlier', 'this'],
          ]
    const runs: Rates[] = []
    for (const order of orders) runs.push(await measureAll(order))
    return { rows: readings.flatMap((reading) => rowsOf(reading, runs)) }
  },
}

type Version = 'this' | 'earlier'

const folders: Record<Version, string> = { this: root, earlier: resolve(before ?? root) }

/** The calls a second of each round, by reading and version. */
type Rates = Map<CallKind, Map<Version, number[]>>

async function measureAll(versions: readonly Version[]): Promise<Rates> {
  const sides: Side[] = []
  try {
    for (const version of versions) sides.push(await openSide(version))
    const rates: Rates = new Map()
    for (const reading of readings) rates.set(reading.kind, await measure(reading, sides))
    return rates
  } finally {
    await Promise.all(sides.map(({ server }) => server.stop()))
  }
}

interface Side {
  version: Version
  server: TestServer
  callers: Record<Reading['role'], Caller[]>
}

/** Starts a version on a world that it has made itself, as its tables may differ from ours. */
async function openSide(version: Version): Promise<Side> {
  const place = folders[version]
  const folder = mkdtempSync(join(tmpdir(), 'et-bench-reads-'))
  const size = ['--members', String(plan.members), '--transactions', String(plan.transactions)]
  const env = { ...process.env, DATA_DIR: folder }
  try {
    execFileSync(process.execPath, [join(place, 'scripts/bench-seed.ts'), ...size], { env, stdio: 'ignore' })
    const server = await startServer({ dataDir: folder, command: [process.execPath, join(place, 'server/main.ts')] })
    return {
      version,
      server,
      callers: { user: await callersOf(server, 'user'), admin: await callersOf(server, 'admin') },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function callersOf(server: TestServer, role: Reading['role']): Promise<Caller[]> {
  return withOwner(server, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id FROM profiles WHERE role = $1 AND status = 'Active' AND (role = 'admin' OR first_purchase_done) ORDER BY id LIMIT $2`,
      [role, readers],
    )
    const userIds = rows.map(({ id }) => id)
    const tokens = await signIn(owner, userIds)
    return userIds.map((userId) => ({ userId, token: tokens.get(userId) ?? '', slips: [] }))
  })
}

async function measure({ kind, name, role }: Reading, sides: readonly Side[]): Promise<Map<Version, number[]>> {
  const rates = new Map(sides.map(({ version }) => [version, [] as number[]]))
  // The first round fills the caches.
  for (let round = -1; round < rounds; round += 1) {
    for (const { version, server, callers } of sides) {
      const orders = {
        url: server.url,
        callers: callers[role],
        kinds: [kind],
        pace: { clients },
        connectionsMax: clients,
      }
      const run = await runLoad({ ...orders, seconds })
      if (run.sent > timesOf(run, 200).length) throw new Error(`some ${name} failed`)
      if (round >= 0) rates.get(version)?.push(run.sent / run.seconds)
    }
  }
  return rates
}

function rowsOf({ kind, name, bar }: Reading, runs: readonly Rates[]): BenchRow[] {
  const ratesOf = (run: Rates, version: Version) => run.get(kind)?.get(version) ?? []
  const rate = figure(`${name}, a second`, median(runs.flatMap((run) => ratesOf(run, 'this'))), { digits: 0 })
  if (before === undefined) return [rate]
  const ratios = runs.map((run) => median(ratesOf(run, 'this')) / median(ratesOf(run, 'earlier')))
  const ratio = ratios.reduce((product, one) => product * one, 1) ** (1 / ratios.length)
  return [rate, atLeast(`${name} ÷ those of the earlier version`, ratio, bar, { digits: 1 })]
}
