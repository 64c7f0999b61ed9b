// Makes the calls that its parent process orders, and sends the result back (orders.ts).
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCalls, type Call } from './calls.ts'
import { Connections } from './connections.ts'
import type { CallKind, LoadOrders, LoadResult } from './orders.ts'

/** A caller who has waited for so long has left. */
const patienceMs = 10_000
/** The calls of a tick are sent together. */
const tickMs = 2

process.once('disconnect', () => process.exit())
const [orders] = (await once(process, 'message')) as [LoadOrders]
const { url, pace, seconds, countsFrom = 'due', connectionsMax: most } = orders
const connections = new Connections(url, { most, patienceMs })
const calls = createCalls(orders)
const answers = new Map<string, { kind: CallKind; status: number; times: number[] }>()
let [sent, unsent, withoutRetryAfter] = [0, 0, 0]

if (orders.opensAll) await connections.openAll()
const processorBefore = process.cpuUsage()
const startMs = performance.now()
await ('clients' in pace ? keepBusy(pace.clients) : keepPace(pace.perSecond))
const passed = (performance.now() - startMs) / 1_000
const { user, system } = process.cpuUsage(processorBefore)
connections.close()
const result: LoadResult = {
  sent,
  unsent,
  answers: [...answers.values()],
  withoutRetryAfter,
  seconds: passed,
  processorShare: (user + system) / 1e6 / passed,
}
process.send?.(result, undefined, undefined, () => process.exit())

/** Each client makes its next call when it has the answer. */
async function keepBusy(clients: number): Promise<void> {
  const endMs = startMs + seconds * 1_000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < endMs) await make(calls.next(), performance.now())
    }),
  )
}

/** Makes the calls that are due at each tick, and waits for the last answers at the end. */
async function keepPace(perSecond: number): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const total = Math.floor(seconds * perSecond)
  for (let made = 0; made < total; await sleep(tickMs)) {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1_000) * perSecond))
    for (; made < due; made += 1) {
      const dueMs = startMs + (made / perSecond) * 1_000
      const one: Promise<void> = make(calls.next(), countsFrom === 'due' ? dueMs : performance.now()).finally(() =>
        underWay.delete(one),
      )
      underWay.add(one)
    }
  }
  await Promise.all(underWay)
}

async function make(call: Call | undefined, fromMs: number): Promise<void> {
  const sending = call && connections.send(call.text)
  if (!sending) {
    unsent += 1
    call?.onAnswer?.(0)
    return
  }
  sent += 1
  const { status, body, hasRetryAfter } = await sending
  if (status === 503 && !hasRetryAfter) withoutRetryAfter += 1
  note(call.kind, status, performance.now() - fromMs)
  call.onAnswer?.(status, status === 200 ? body : undefined)
}

function note(kind: CallKind, status: number, ms: number): void {
  const key = `${kind} ${status}`
  const known = answers.get(key) ?? { kind, status, times: [] }
  known.times.push(ms)
  answers.set(key, known)
}
