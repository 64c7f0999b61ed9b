import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOut } from '../../contract/auth.ts'
import { quantile } from '../../bench/figures.ts'
import { createCallers, giveSlips } from '../../bench/load/callers.ts'
import {
  describeAnswers,
  runLoad,
  timesOf,
  type Caller,
  type CallKind,
  type LoadOrders,
  type LoadResult,
} from '../../bench/load/orders.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'
import { withDatabase } from '../helpers/api.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const floodSeconds = sizeOf({ short: 4, full: 60 })
const peakSeconds = sizeOf({ short: 2, full: 5 })
const overload = 3
/** Beside other work the capacity is measured low, and three times of it may be no flood. */
const highestOverload = 12
const clients = 32
const members = 400
/** Five lists for each call that moves coins: a purchase, which the member takes back by the next call. */
const kinds: CallKind[] = ['requests', 'requests', 'requests', 'requests', 'requests', 'buy or cancel']
const money: CallKind = 'buy or cancel'
/** Enough for all calls that wait for an answer in time. */
const connectionsMax = 1_000
const probeMs = 250
/** The load, its server and the other work of a machine share the processors. The full run has a machine of its own. */
const goodputLeast = sizeOf({ short: 0.1, full: 0.7 })
const probesWithinMs = sizeOf({ short: 10_000, full: 2_000 })
const recoveredWithinSeconds = sizeOf({ short: 20, full: 5 })
/** Calls are as quick as usual if 99 of 100 take so long at most at half of the load. */
const usualMs = sizeOf({ short: 1_000, full: 100 })

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => server.stop())

interface Probes {
  /** The statuses of all answers; 0 if there was none. */
  health: number[]
  signOuts: number[]
  longestMs: number
}

/** Looks at the health of the server, and signs a session out, again and again until `isOver`. */
async function probe(tokens: string[], isOver: () => boolean): Promise<Probes> {
  const probes: Probes = { health: [], signOuts: [], longestMs: 0 }
  const ask = async (path: string, init: RequestInit) => {
    const begun = performance.now()
    const response = await fetch(server.url + path, init).catch(() => undefined)
    await response?.arrayBuffer()
    probes.longestMs = Math.max(probes.longestMs, performance.now() - begun)
    return response?.status ?? 0
  }
  for (; !isOver(); await sleep(probeMs)) {
    const headers = {
      origin: server.url,
      cookie: `${sessionCookieName(server.url)}=${tokens.pop()}`,
      'content-type': 'application/json',
    }
    probes.health.push(await ask('/api/health', {}))
    probes.signOuts.push(await ask(signOut.path, { method: signOut.method, headers, body: '{}' }))
  }
  return probes
}

type Orders = Omit<LoadOrders, 'pace' | 'seconds'>

/** Makes calls at an even rate that waits for no answer, and probes meanwhile. */
async function flood(orders: Orders, perSecond: number, tokens: string[]): Promise<[LoadResult, Probes]> {
  let isOver = false
  const probing = probe(tokens, () => isOver)
  const plan = { countsFrom: 'sent', opensAll: true, seconds: floodSeconds, pace: { perSecond } } as const
  const result = await runLoad({ ...orders, ...plan }).finally(() => (isOver = true))
  return [result, await probing]
}

/** Returns the seconds until all calls of a second are answered as soon as usual. */
async function measureRecovery(callers: Caller[], perSecond: number): Promise<number> {
  const begun = performance.now()
  const seen: string[] = []
  for (;;) {
    const seconds = (performance.now() - begun) / 1_000
    if (seconds > recoveredWithinSeconds)
      throw new Error(`the usual is not back after ${seconds.toFixed(1)} s: ${seen.join('; ')}`)
    // Slips of their own, as each load begins with the first one of each caller.
    const orders = await withSlips(callers, perSecond)
    const result = await runLoad({ ...orders, pace: { perSecond }, seconds: 1 })
    const times = timesOf(result, 200)
    if (times.length === result.sent && quantile(times, 0.99) <= usualMs) return seconds
    seen.push(`${describeAnswers(result)}, p99 ${quantile(times, 0.99).toFixed(0)} ms`)
  }
}

/** Returns the part of the calls of a kind that were answered, or of all. */
function shareAnswered(result: LoadResult, ...ofKinds: CallKind[]): number {
  const [taken, refused] = [timesOf(result, 200, ...ofKinds).length, timesOf(result, 503, ...ofKinds).length]
  return taken / (taken + refused)
}

const withSlips = async (callers: Caller[], calls: number): Promise<Orders> => {
  // Each member makes the calls in turn, and every second one that moves coins is a purchase at most.
  const purchases = (calls / kinds.length) * 1.5 + members
  return { url: server.url, callers: await giveSlips(server, callers, purchases), kinds, connectionsMax }
}

/** Returns the number of purchases and cancellations in the books, and the rules of the ledger that they break. */
async function readBooks() {
  return withDatabase(server, async (db) => {
    const { rows } = await sql<{ calls: number }>`
      select count(*)::int as calls from ledger.commands where operation in ('submit', 'cancel')`.execute(db)
    const violations = await db.selectFrom('ledger.violations').selectAll().execute()
    return { calls: rows[0]?.calls ?? 0, violations }
  })
}

test(
  'more calls than the server can do are refused with a time to try again, lists before money, and the usual is back soon [R18]',
  { timeout: 120_000 + floodSeconds * 10_000 },
  async (context) => {
    const { note } = startScenario(context, {
      promises: 'R18',
      faults: `${floodSeconds} s of ${overload} × the capacity`,
    })
    const callers = await createCallers(server, 'caller', members)
    // Each of them signs out once. The callers of the load stay signed in.
    const leavers = await createCallers(server, 'leaver', floodSeconds * 20)
    const tokens = leavers.map(({ token }) => token)
    await runLoad({ ...(await withSlips(callers, 20_000)), pace: { clients }, seconds: 1 })
    const peak = await runLoad({ ...(await withSlips(callers, 20_000)), pace: { clients }, seconds: peakSeconds })
    const perSecond = timesOf(peak, 200).length / peak.seconds
    let times = overload
    const send = async () =>
      flood(await withSlips(callers, perSecond * times * floodSeconds), perSecond * times, tokens)
    let [result, probes] = await send()
    for (; timesOf(result, 503).length === 0 && times < highestOverload; [result, probes] = await send()) times *= 2
    const recovery = await measureRecovery(callers, perSecond / 2)
    const goodput = timesOf(result, 200).length / result.seconds / perSecond
    const [moneyShare, listShare] = [shareAnswered(result, money), shareAnswered(result, 'requests')]
    note(
      `${describeAnswers(result)} at ${times} × ${perSecond.toFixed(0)} a second; goodput ${goodput.toFixed(2)}; answered: ` +
        `${(100 * moneyShare).toFixed(0)} % of money calls and ${(100 * listShare).toFixed(0)} % of lists; probes within ` +
        `${probes.longestMs.toFixed(0)} ms; as usual after ${recovery.toFixed(1)} s`,
    )
    expect(result.answers.map(({ status }) => status).filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(timesOf(result, 503).length, 'calls that were refused').toBeGreaterThan(0)
    expect(result.withoutRetryAfter).toBe(0)
    expect(new Set([...probes.health, ...probes.signOuts])).toEqual(new Set([200]))
    expect(probes.longestMs).toBeLessThan(probesWithinMs)
    expect(moneyShare).toBeGreaterThan(listShare)
    expect(goodput).toBeGreaterThan(goodputLeast)
    const { calls, violations } = await readBooks()
    expect(calls).toBeGreaterThanOrEqual(timesOf(result, 200, money).length)
    expect(violations).toEqual([])
  },
)
