import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atLeast, atMost, exactly, figure, median, quantile, type BenchRow } from './figures.ts'
import { createCallers, giveSlips } from './load/callers.ts'
import { buyByPgbench } from './load/pgbench.ts'
import { runLoad, timesOf, type Caller, type CallKind, type LoadResult } from './load/orders.ts'

/** Set LOAD_SECONDS for a quick run: `LOAD_SECONDS=5 npm run bench -- half-load`. */
const loadSeconds = Number(process.env['LOAD_SECONDS'] ?? 30)
const roundSeconds = Math.min(5, loadSeconds)
const rounds = 3
const clients = 32
/** HTTP and pgbench are compared at so many. */
const fewClients = 8
/** Fewer than a member may have open. */
const purchasesEach = 15
/** More than can be made in a second. */
const mostPerSecond = 5_000
const readers = 1_000
const connectionsMax = 200
const bars = { purchases: 800, share: 0.4, p99Ms: 50 }

/**
 * Measures the most purchases and overviews of members that the server answers in a second, and how long they take at half of
 * that rate. Purchases over HTTP, by few and by many clients, take turns with the same statement by pgbench. The limits of calls are
 * off, so none of them counts calls.
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
  const [http, few, sql]: [number[], number[], number[]] = [[], [], []]
  const runs: LoadResult[] = []
  const buy = async (name: string, pace: { clients: number }) => {
    const run = await loadOf(server, 'buy', await callersOf(server, name, enough), pace, roundSeconds)
    runs.push(run)
    return timesOf(run, 200).length / run.seconds
  }
  // The first round fills the caches.
  for (let round = -1; round < rounds; round += 1) {
    const byMany = await buy(`many${round}`, { clients })
    const byFew = await buy(`few${round}`, { clients: fewClients })
    const callers = await callersOf(server, `sql${round}`, enough)
    const bySql = await buyByPgbench(server, { callers, clients: fewClients, seconds: roundSeconds })
    if (round < 0) continue
    http.push(byMany)
    few.push(byFew)
    sql.push(bySql)
  }
  const share = (rates: number[]) => median(rates.map((rate, at) => rate / (sql[at] ?? 0)))
  const peak = median(http)
  const half = await loadAtHalf(server, 'buy', await callersOf(server, 'half', (peak / 2) * loadSeconds), peak)
  return [
    atLeast(`purchases over HTTP by ${clients} clients, a second`, peak, bars.purchases, { digits: 0 }),
    figure(`over HTTP by ${fewClients} clients, a second`, median(few), { digits: 0 }),
    figure(`the same statement by pgbench, ${fewClients} clients, a second`, median(sql), { digits: 0 }),
    atLeast(`HTTP ÷ pgbench, ${fewClients} clients each`, share(few), bars.share, { digits: 2 }),
    figure(`HTTP by ${clients} clients ÷ pgbench by ${fewClients}`, share(http), { digits: 2 }),
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
