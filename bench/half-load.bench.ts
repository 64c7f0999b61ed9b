import { randomUUID } from 'node:crypto'
import { createDb, createPool } from '../server/platform/db/client.ts'
import { makeRequest } from '../server/money/requests/make-request.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atLeast, atMost, exactly, figure, median, quantile, type BenchRow } from './figures.ts'
import { createCallers, giveSlips } from './load/callers.ts'
import { runLoad, timesOf, type Caller, type CallKind, type LoadResult } from './load/orders.ts'

/** Set LOAD_SECONDS for a quick run: `LOAD_SECONDS=5 npm run bench -- half-load`. */
const loadSeconds = Number(process.env['LOAD_SECONDS'] ?? 30)
const roundSeconds = Math.min(5, loadSeconds)
const rounds = 3
const clients = 32
const databaseClients = 8
/** Fewer than a member may have open. */
const purchasesEach = 15
/** More than can be made in a second. */
const mostPerSecond = 5_000
const readers = 1_000
const connectionsMax = 200
const bars = { purchases: 800, share: 0.4, p99Ms: 50 }

/**
 * Measures the most purchases and overviews of members that the server answers in a second, and how long they take at half of
 * that rate. Purchases over HTTP take turns with the same statement by SQL. The limits of calls are off, so neither counts calls.
 */
export const bench = {
  name: 'half-load',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    try {
      return { rows: [...(await measurePurchases(server)), ...(await measureOverviews(server))] }
    } finally {
      await server.stop()
    }
  },
}

async function measurePurchases(server: TestServer): Promise<BenchRow[]> {
  const enough = mostPerSecond * roundSeconds
  const [http, sql]: [number[], number[]] = [[], []]
  const runs: LoadResult[] = []
  // The first round fills the caches.
  for (let round = -1; round < rounds; round += 1) {
    const run = await loadOf(server, 'buy', await callersOf(server, `http${round}`, enough), { clients }, roundSeconds)
    const perSecond = await buyBySql(server, await callersOf(server, `sql${round}`, enough))
    if (round < 0) continue
    runs.push(run)
    http.push(timesOf(run, 200).length / run.seconds)
    sql.push(perSecond)
  }
  const peak = median(http)
  const half = await loadAtHalf(server, 'buy', await callersOf(server, 'half', (peak / 2) * loadSeconds), peak)
  return [
    atLeast('purchases over HTTP, a second', peak, bars.purchases, { digits: 0 }),
    figure('the same by SQL, a second', median(sql), { digits: 0 }),
    atLeast('HTTP ÷ SQL', median(http.map((rate, at) => rate / (sql[at] ?? 0))), bars.share, { digits: 2 }),
    ...rowsOf('purchase', half),
    exactly('purchases that failed', failedOf([...runs, half]), 0),
  ]
}

async function measureOverviews(server: TestServer): Promise<BenchRow[]> {
  const callers = await createCallers(server, 'reader', readers)
  await loadOf(server, 'overview', callers, { clients }, roundSeconds)
  const run = await loadOf(server, 'overview', callers, { clients }, roundSeconds)
  const peak = timesOf(run, 200).length / run.seconds
  const half = await loadAtHalf(server, 'overview', callers, peak)
  return [
    figure('overviews of members, a second', peak, { digits: 0 }),
    ...rowsOf('overview', half),
    exactly('overviews that failed', failedOf([run, half]), 0),
  ]
}

function rowsOf(name: string, half: LoadResult): BenchRow[] {
  const times = timesOf(half, 200)
  const form = { unit: 'ms', digits: 1 }
  return [
    figure(`${name} at half of this rate: median`, quantile(times, 0.5), form),
    atMost(`${name} at half of this rate: p99`, quantile(times, 0.99), bars.p99Ms, form),
  ]
}

function failedOf(runs: readonly LoadResult[]): number {
  return runs.reduce((sum, run) => sum + run.sent + run.unsent - timesOf(run, 200).length, 0)
}

async function callersOf(server: TestServer, name: string, purchases: number): Promise<Caller[]> {
  const count = Math.ceil(purchases / purchasesEach)
  return giveSlips(server, await createCallers(server, name, count), purchases)
}

async function loadOf(
  { url }: TestServer,
  kind: CallKind,
  callers: Caller[],
  pace: { clients: number } | { perSecond: number },
  seconds: number,
): Promise<LoadResult> {
  return runLoad({ url, callers, kinds: [kind], pace, seconds, connectionsMax })
}

async function loadAtHalf(server: TestServer, kind: CallKind, callers: Caller[], peak: number): Promise<LoadResult> {
  return loadOf(server, kind, callers, { perSecond: peak / 2 }, loadSeconds)
}

/** Makes purchases by the server's own statement. Returns their number in a second. */
async function buyBySql(server: TestServer, callers: readonly Caller[]): Promise<number> {
  const onError = (error: Error) => {
    throw error
  }
  const db = createDb(createPool(server.databaseUrl('app'), { max: databaseClients, onError }))
  const startMs = performance.now()
  let made = 0
  const buy = async () => {
    while (performance.now() < startMs + roundSeconds * 1_000) {
      const { userId, token, slips } = callers[made % callers.length] as Caller
      made += 1
      const usual = { kind: 'buy', coins: 1_000, usdtRate: '1', hasFallbackAddress: true } as const
      const submission = { token, userId, key: randomUUID(), uploadId: slips.pop(), ...usual }
      await makeRequest(db, submission, { isMailed: false, bucket: null })
    }
  }
  await Promise.all(Array.from({ length: databaseClients }, buy))
  const perSecond = made / ((performance.now() - startMs) / 1_000)
  await db.destroy()
  return perSecond
}
