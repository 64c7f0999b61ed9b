import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atLeast, atMost, exactly, figure, quantile, type BenchRow } from './figures.ts'
import { createCallers } from './load/callers.ts'
import { describeAnswers, runLoad, timesOf, type LoadOrders, type LoadResult } from './load/orders.ts'

const members = 200
const clients = 32
const peakSeconds = 5
const overload = 3
/** Set LOAD_SECONDS for a quick run: `LOAD_SECONDS=10 npm run bench -- overload`. */
const overloadSeconds = Number(process.env['LOAD_SECONDS'] ?? 60)
/** Enough for all calls that wait for an answer in time. */
const connectionsMax = 1_000
const probeMs = 250
const recoverySeconds = 5
/** Calls are as quick as usual if 99 of 100 take so long at most at half of the load. */
const usualMs = 50

/**
 * Sends three times as many calls as the server can answer, at an even rate that waits for no answer, as a crowd does. Most
 * of the peak must still be answered, soon, and the rest refused at once.
 */
export const bench = {
  name: 'overload',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    try {
      const callers = await createCallers(server, 'caller', members)
      const reads: Reads = { url: server.url, callers, kinds: ['requests', 'profile', 'session'], connectionsMax }
      await runLoad({ ...reads, pace: { clients }, seconds: 2 })
      const peak = await runLoad({ ...reads, pace: { clients }, seconds: peakSeconds })
      const perSecond = timesOf(peak, 200).length / peak.seconds
      const [flood, liveness] = await overloadServer(server, reads, perSecond)
      const recovery = flood.seconds - overloadSeconds + (await measureRecovery(reads, perSecond / 2))
      return { rows: rowsOf(perSecond, flood, liveness, recovery) }
    } finally {
      await server.stop()
    }
  },
}

type Reads = Pick<LoadOrders, 'url' | 'callers' | 'kinds' | 'connectionsMax'>

/** Returns what became of the calls, and the share of the probes of liveness that were answered. */
async function overloadServer(server: TestServer, reads: Reads, peak: number): Promise<[LoadResult, number]> {
  let isOver = false
  const probes: boolean[] = []
  const probing = (async () => {
    for (; !isOver; await sleep(probeMs)) probes.push(await isAlive(server))
  })()
  // The time of a call counts from its sending. The load does its own work on the same processors, and may be late. A crowd that
  // is using the site has its connections open.
  const pace = { perSecond: peak * overload }
  const flood = await runLoad({ ...reads, pace, countsFrom: 'sent', opensAll: true, seconds: overloadSeconds })
  isOver = true
  await probing
  return [flood, probes.filter(Boolean).length / probes.length]
}

async function isAlive({ url }: TestServer): Promise<boolean> {
  const answer = await fetch(`${url}/api/health/live`).catch(() => undefined)
  return answer?.status === 200
}

/** Returns the seconds after which all calls of a second are answered as soon as usual; infinity if that takes too long. */
async function measureRecovery(reads: Reads, perSecond: number): Promise<number> {
  const startMs = performance.now()
  while (performance.now() - startMs < recoverySeconds * 1_000) {
    const seconds = (performance.now() - startMs) / 1_000
    const result = await runLoad({ ...reads, pace: { perSecond }, seconds: 1 })
    const times = timesOf(result, 200)
    if (times.length === result.sent && quantile(times, 0.99) <= usualMs) return seconds
  }
  return Number.POSITIVE_INFINITY
}

function rowsOf(peak: number, flood: LoadResult, liveness: number, recovery: number): BenchRow[] {
  const [taken, refused] = [timesOf(flood, 200), timesOf(flood, 503)]
  const broken = flood.sent - taken.length - refused.length
  return [
    figure('calls a second at the peak', peak, { digits: 0 }),
    atLeast('calls a second in the flood ÷ peak', flood.sent / overloadSeconds / peak, 0.9 * overload, { digits: 2 }),
    atLeast('answered in the flood ÷ peak', taken.length / overloadSeconds / peak, 0.7, { digits: 2 }),
    atMost('99 of 100 answered within', quantile(taken, 0.99), 500, { unit: 'ms', digits: 0 }),
    atMost('99 of 100 refused within', quantile(refused, 0.99), 50, { unit: 'ms', digits: 0 }),
    exactly('calls without an answer', broken, 0),
    atLeast('liveness answered, share', liveness, 1),
    atMost('until calls take as long as usual', recovery, recoverySeconds, { unit: 's', digits: 1 }),
    figure('answers of the flood', describeAnswers(flood)),
    figure('processor time of the flood, share of one processor', flood.processorShare, { digits: 2 }),
  ]
}
