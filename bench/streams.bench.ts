import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { submitBuyRequest } from '../contract/endpoints/requests.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atMost, exactly, figure, quantile, type BenchRow } from './figures.ts'
import { createCallers, giveSlips } from './load/callers.ts'
import { runLoad, type Caller } from './load/orders.ts'
import { readMemoryMiB } from './measure-calls.ts'
import { openStreams } from './streams/listeners.ts'
import { sharedClock } from './streams/signals.ts'

/** Set STREAMS for a quick run: `STREAMS=500 npm run bench -- streams`. */
const streamCount = Number(process.env['STREAMS'] ?? 10_000)
const changes = 500
const changesPerSecond = 20
const settleMs = 5_000
/** Files and connections of the server beside the streams. */
const otherFiles = 200
const bars = { streamKiB: 40, heardMs: 250 }

/**
 * Opens one stream of changes for each of 10,000 members on one server. Measures the memory for each, and how soon a member
 * hears of a purchase while all are open. The limits of calls are off, because one machine opens all streams.
 */
export const bench = {
  name: 'streams',
  async run(): Promise<{ rows: BenchRow[] }> {
    checkFileLimit()
    const server = await startServer()
    try {
      const members = await createCallers(server, 'member', streamCount)
      await warmUp(server)
      const before = readMemoryMiB(server)
      const [madeAt, heardAt] = [new Map<number, number>(), new Map<number, number>()]
      const tokens = members.map(({ token }) => token)
      const startMs = performance.now()
      const streams = await openStreams({ url: server.url, tokens }, (stream, atMs) => {
        if (madeAt.has(stream) && !heardAt.has(stream)) heardAt.set(stream, atMs)
      })
      const openSeconds = (performance.now() - startMs) / 1_000
      await sleep(settleMs)
      const kib = ((readMemoryMiB(server) - before) * 1024) / streamCount
      await makeChanges(server, members, madeAt)
      await sleep(settleMs)
      streams.close()
      const times = [...madeAt].map(([stream, atMs]) => (heardAt.get(stream) ?? Number.POSITIVE_INFINITY) - atMs)
      return {
        rows: [
          exactly('streams that stayed open', streamCount - streams.broken.length, streamCount),
          figure('all opened within', openSeconds, { unit: 's', digits: 1 }),
          atMost('memory of the server for each stream', kib, bars.streamKiB, { unit: 'KiB', digits: 1 }),
          exactly('changes that were not heard', times.filter((ms) => !Number.isFinite(ms)).length, 0),
          figure('from a call to the stream of its member: median', quantile(times, 0.5), { unit: 'ms', digits: 0 }),
          atMost('from a call to the stream of its member: p99', quantile(times, 0.99), bars.heardMs, {
            unit: 'ms',
            digits: 0,
          }),
          ...[...new Set(streams.broken)].slice(0, 3).map((reason) => figure('a stream was closed', reason)),
        ],
      }
    } finally {
      await server.stop()
    }
  },
}

/** Lets the server reach the memory that it needs for calls alone. */
async function warmUp(server: TestServer): Promise<void> {
  const callers = await giveSlips(server, await createCallers(server, 'earlier', 500), changes * 2)
  const kinds = ['overview', 'buy'] as const
  await runLoad({
    url: server.url,
    callers,
    kinds: [...kinds],
    pace: { perSecond: 100 },
    seconds: (changes * 2) / 100,
    connectionsMax: 50,
  })
  await sleep(settleMs)
}

/** Members buy coins at even intervals. Notes the moment before each call, by the place of the member in the list. */
async function makeChanges(server: TestServer, members: readonly Caller[], madeAt: Map<number, number>): Promise<void> {
  const step = Math.max(1, Math.floor(members.length / changes))
  const buyers = await giveSlips(
    server,
    members.filter((_, at) => at % step === 0),
    changes,
  )
  const calls: Promise<void>[] = []
  for (const [at, buyer] of buyers.slice(0, changes).entries()) {
    madeAt.set(at * step, sharedClock())
    calls.push(buy(server, buyer))
    await sleep(1_000 / changesPerSecond)
  }
  await Promise.all(calls)
}

async function buy({ url }: TestServer, { token, slips }: Caller): Promise<void> {
  const answer = await fetch(url + submitBuyRequest.path, {
    method: 'POST',
    headers: {
      origin: url,
      cookie: `session=${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ amount_coins: 1_000, package_id: null, payment_proof_id: slips[0] }),
  })
  if (!answer.ok) throw new Error(`a purchase answered ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Node raises its own limit of open files to the highest that it may. */
function checkFileLimit(): void {
  if (process.platform !== 'linux') return
  const [, most = '0'] = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  const needed = streamCount + otherFiles
  if (Number(most) < needed) throw new Error(`the server may open ${most} files and needs ${needed}: see ulimit -Hn`)
}
