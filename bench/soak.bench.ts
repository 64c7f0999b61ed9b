import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atMost, exactly, figure, quantile, type BenchRow } from './figures.ts'
import { createCallers, giveSlips } from './load/callers.ts'
import { runLoad, timesOf, type Caller, type CallKind, type LoadResult } from './load/orders.ts'
import { readMemoryMiB } from './measure-calls.ts'
import { openStreams } from './streams/listeners.ts'

/** Set SOAK_MINUTES for a quick run: `SOAK_MINUTES=2 npm run bench -- soak`. */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 60)
const members = 200
const clients = 32
const peakSeconds = 10
/** The load is made in so many parts. The first one warms the server up. */
const parts = 6
const sampleMs = 1_000
const connectionsMax = 500
/** One of four calls moves coins, each second of them back. */
const kinds: CallKind[] = ['session', 'overview', 'requests', 'buy or cancel']
const purchasesShare = 1 / 8
/** More than can be made in a second. */
const mostPurchases = 1_000
const bars = { growthMiB: 1, driftPercent: 20 }

/**
 * Keeps a server at half of the load that it can serve for an hour, with 200 open streams. Its memory may hardly grow, and the
 * calls may hardly take longer at the end.
 */
export const bench = {
  name: 'soak',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    try {
      const callers = await createCallers(server, 'member', members)
      const streams = await openStreams({ url: server.url, tokens: callers.map(({ token }) => token) })
      const peak = await load(server, callers, { clients }, peakSeconds, mostPurchases * peakSeconds)
      const perSecond = timesOf(peak, 200).length / peak.seconds / 2
      const memory = new Memory(server)
      const runs = await soak(server, callers, perSecond, memory)
      memory.stop()
      streams.close()
      return { rows: rowsOf(perSecond, runs, memory.growthIn10Minutes(), streams.broken.length) }
    } finally {
      await server.stop()
    }
  },
}

async function soak(
  server: TestServer,
  callers: readonly Caller[],
  perSecond: number,
  memory: Memory,
): Promise<LoadResult[]> {
  const seconds = (minutes * 60) / parts
  const runs: LoadResult[] = []
  for (let part = 0; part < parts; part += 1) {
    const run = await load(server, callers, { perSecond }, seconds, perSecond * seconds * purchasesShare)
    runs.push(run)
    if (part === 0) memory.start()
    const p99 = quantile(timesOf(run, 200), 0.99)
    console.log(
      `part ${part + 1} of ${parts}: p99 ${p99.toFixed(1)} ms, memory ${readMemoryMiB(server).toFixed(0)} MiB`,
    )
  }
  return runs
}

async function load(
  server: TestServer,
  callers: readonly Caller[],
  pace: { clients: number } | { perSecond: number },
  seconds: number,
  purchases: number,
): Promise<LoadResult> {
  // The callers do not take their purchases exactly in turns, so each has a few slips more.
  const armed = await giveSlips(server, callers, purchases * 1.2 + members * 10)
  return runLoad({ url: server.url, callers: armed, kinds, pace, seconds, connectionsMax })
}

/** The memory of the server over time. */
class Memory {
  readonly #server: TestServer
  readonly #samples: { minute: number; mib: number }[] = []
  #sampling: NodeJS.Timeout | undefined

  constructor(server: TestServer) {
    this.#server = server
  }

  start(): void {
    const startMs = performance.now()
    this.#sampling = setInterval(() => {
      this.#samples.push({ minute: (performance.now() - startMs) / 60_000, mib: readMemoryMiB(this.#server) })
    }, sampleMs)
  }

  stop(): void {
    clearInterval(this.#sampling)
  }

  /** Returns the slope of the line through all samples, in MiB for ten minutes. */
  growthIn10Minutes(): number {
    const count = this.#samples.length
    const mean = (read: (sample: { minute: number; mib: number }) => number) =>
      this.#samples.reduce((sum, sample) => sum + read(sample), 0) / count
    const [minute, mib] = [mean((sample) => sample.minute), mean((sample) => sample.mib)]
    const together = mean((sample) => (sample.minute - minute) * (sample.mib - mib))
    const spread = mean((sample) => (sample.minute - minute) ** 2)
    return (together / spread) * 10
  }
}

function rowsOf(perSecond: number, runs: readonly LoadResult[], growthMiB: number, broken: number): BenchRow[] {
  const p99s = runs.map((run) => quantile(timesOf(run, 200), 0.99))
  const [first = Number.NaN, last = Number.NaN] = [p99s[0], p99s.at(-1)]
  const calls = runs.reduce((sum, { sent }) => sum + sent, 0)
  const failed = runs.reduce((sum, run) => sum + run.sent + run.unsent - timesOf(run, 200).length, 0)
  return [
    figure('minutes', minutes),
    figure('calls a second, half of the peak', perSecond, { digits: 0 }),
    figure('calls in all', calls),
    exactly('calls that failed', failed, 0),
    exactly('streams that were closed', broken, 0),
    atMost('growth of the memory in 10 minutes', growthMiB, bars.growthMiB, { unit: 'MiB', digits: 2 }),
    atMost('drift of the p99 from the first to the last sixth', (last / first - 1) * 100, bars.driftPercent, {
      unit: '%',
      digits: 0,
    }),
    figure('p99 of each sixth', p99s.map((p99) => p99.toFixed(1)).join(', '), { unit: 'ms' }),
  ]
}
