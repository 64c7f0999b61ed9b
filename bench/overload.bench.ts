import { setTimeout as sleep } from 'node:timers/promises'
import { signOut } from '../contract/endpoints/auth.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atLeast, atMost, exactly, figure, quantile, type BenchRow } from './figures.ts'
import { createCallers, giveSlips } from './load/callers.ts'
import {
  describeAnswers,
  runLoad,
  timesOf,
  type Caller,
  type CallKind,
  type LoadOrders,
  type LoadResult,
} from './load/orders.ts'

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
const reads: CallKind[] = ['requests', 'profile', 'session']
const money: CallKind = 'buy or cancel'
const kinds = [...reads, money]
/** More calls than are answered in a second. */
const mostPerSecond = 4_000

/**
 * Sends three times as many calls as the server can answer, at an even rate that waits for no answer, as a crowd does. A quarter of them
 * moves money. Most of the peak must still be answered, soon, and the rest refused at once: reads before money, and never a sign-out.
 */
export const bench = {
  name: 'overload',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    try {
      const crowd: Crowd = { server, members: await createCallers(server, 'caller', members) }
      await load(crowd, { pace: { clients }, seconds: 2 })
      const peak = await load(crowd, { pace: { clients }, seconds: peakSeconds })
      const perSecond = timesOf(peak, 200).length / peak.seconds
      const [flood, probes] = await overloadServer(crowd, perSecond)
      const recovery = flood.seconds - overloadSeconds + (await measureRecovery(crowd, perSecond / 2))
      return { rows: rowsOf(perSecond, flood, probes, recovery) }
    } finally {
      await server.stop()
    }
  },
}

interface Crowd {
  server: TestServer
  members: readonly Caller[]
}

type Orders = Pick<LoadOrders, 'pace' | 'seconds' | 'countsFrom' | 'opensAll'>

/** Makes calls of all kinds, with a new slip for each call that may be a purchase. */
async function load({ server, members }: Crowd, orders: Orders): Promise<LoadResult> {
  const perSecond = 'perSecond' in orders.pace ? orders.pace.perSecond : mostPerSecond
  const moneyCalls = (perSecond * orders.seconds) / kinds.length
  // Members who wait for an answer are left out, so others buy more often.
  const callers = await giveSlips(server, members, moneyCalls * 1.5 + members.length)
  return runLoad({ url: server.url, callers, kinds, connectionsMax, ...orders })
}

/** The outcomes of the probes: if the server said that it is alive, and if it ended a session. */
interface Probes {
  liveness: boolean[]
  signOuts: boolean[]
}

/** Returns what became of the calls, and of the probes. */
async function overloadServer(crowd: Crowd, peak: number): Promise<[LoadResult, Probes]> {
  const { server } = crowd
  const leavers = await createCallers(server, 'leaver', (overloadSeconds * 2_000) / probeMs)
  const probes: Probes = { liveness: [], signOuts: [] }
  // The time of a call counts from its sending. The load does its own work on the same processors, and may be late. A crowd that
  // is using the site has its connections open.
  const pace = { perSecond: peak * overload }
  let isOver = false
  const probing = (async () => {
    for (; !isOver; await sleep(probeMs)) {
      probes.liveness.push(await isAlive(server))
      const leaver = leavers.pop()
      if (leaver) probes.signOuts.push(await isSignedOut(server, leaver))
    }
  })()
  const orders = { pace, countsFrom: 'sent', opensAll: true, seconds: overloadSeconds } as const
  const flood = await load(crowd, orders).finally(() => (isOver = true))
  await probing
  return [flood, probes]
}

async function isAlive({ url }: TestServer): Promise<boolean> {
  const answer = await fetch(`${url}/api/health/live`).catch(() => undefined)
  return answer?.status === 200
}

async function isSignedOut({ url }: TestServer, { token }: Caller): Promise<boolean> {
  const headers = { origin: url, cookie: `session=${token}` }
  const answer = await fetch(url + signOut.path, { method: signOut.method, headers }).catch(() => undefined)
  return answer?.status === 200
}

/** Returns the seconds after which all calls of a second are answered as soon as usual; infinity if that takes too long. */
async function measureRecovery(crowd: Crowd, perSecond: number): Promise<number> {
  const startMs = performance.now()
  while (performance.now() - startMs < recoverySeconds * 1_000) {
    const seconds = (performance.now() - startMs) / 1_000
    const result = await load(crowd, { pace: { perSecond }, seconds: 1 })
    const times = timesOf(result, 200)
    if (times.length === result.sent && quantile(times, 0.99) <= usualMs) return seconds
  }
  return Number.POSITIVE_INFINITY
}

function rowsOf(peak: number, flood: LoadResult, { liveness, signOuts }: Probes, recovery: number): BenchRow[] {
  const [taken, refused] = [timesOf(flood, 200), timesOf(flood, 503)]
  const broken = flood.sent - taken.length - refused.length
  const shareOf = (...some: CallKind[]) => {
    const answered = timesOf(flood, 200, ...some).length
    return answered / (answered + timesOf(flood, 503, ...some).length)
  }
  const shareTrue = (outcomes: boolean[]) => outcomes.filter(Boolean).length / outcomes.length
  return [
    figure('calls a second at the peak', peak, { digits: 0 }),
    atLeast('calls a second in the flood ÷ peak', flood.sent / overloadSeconds / peak, 0.9 * overload, { digits: 2 }),
    atLeast('answered in the flood ÷ peak', taken.length / overloadSeconds / peak, 0.7, { digits: 2 }),
    figure('answered share of calls of money', shareOf(money), { digits: 2 }),
    figure('answered share of reads', shareOf(...reads), { digits: 2 }),
    atLeast('share of money ÷ share of reads', shareOf(money) / shareOf(...reads), 1, { digits: 2 }),
    atMost('99 of 100 answered within', quantile(taken, 0.99), 500, { unit: 'ms', digits: 0 }),
    atMost('99 of 100 refused within', quantile(refused, 0.99), 50, { unit: 'ms', digits: 0 }),
    exactly('calls without an answer', broken, 0),
    atLeast('liveness answered, share', shareTrue(liveness), 1),
    atLeast('sign-outs answered, share', shareTrue(signOuts), 1),
    atMost('until calls take as long as usual', recovery, recoverySeconds, { unit: 's', digits: 1 }),
    figure('answers of the flood', describeAnswers(flood)),
    figure('processor time of the flood, share of one processor', flood.processorShare, { digits: 2 }),
  ]
}
