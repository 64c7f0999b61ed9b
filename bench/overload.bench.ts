import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMember, type Person } from '../tests/helpers/api.ts'
import { startServer } from '../tests/helpers/server.ts'
import type { BenchRow } from './ledger.bench.ts'
import { quantile } from './measure-calls.ts'

const members = 20
const clients = 32
const peakSeconds = 5
const overload = 3
const overloadSeconds = 60
/** Enough for all calls that wait for an answer in time. */
const socketsMax = 1_000
/** A caller who has waited for so long has left. */
const patienceMs = 10_000
/** The calls of a tick are sent together. */
const tickMs = 5
const recoverySeconds = 5

interface Answer {
  status: number
  ms: number
}

/**
 * Sends three times as many calls as the server can answer, at an even rate that waits for no answer, as a crowd does. Most
 * of the peak must still be answered, soon, and the rest refused at once.
 */
export const bench = {
  name: 'overload',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    const agent = new Agent({ keepAlive: true, maxSockets: socketsMax })
    try {
      const people = await Promise.all(Array.from({ length: members }, async () => createMember(server)))
      const usual = await findPeak(agent, people)
      const calls = await flood(agent, people, usual.perSecond * overload)
      const recovery = await measureRecovery(agent, people, quantile(usual.ms, 0.99))
      return { rows: rowsOf(usual.perSecond, calls, recovery) }
    } finally {
      agent.destroy()
      await server.stop()
    }
  },
}

const pathsOf = ({ userId }: Person) => ['/api/requests?limit=25', `/api/profiles/${userId}`, '/api/auth/session']

async function ask(agent: Agent, people: Person[], count: number): Promise<Answer> {
  const person = people[count % people.length] as Person
  const path = pathsOf(person)[count % 3] ?? ''
  const { server, session } = person
  const startMs = performance.now()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const end = (status: number) => resolve({ status, ms: performance.now() - startMs })
  const signal = AbortSignal.timeout(patienceMs)
  request(server.url + path, { agent, signal, headers: { cookie: `${session.name}=${session.value}` } }, (response) => {
    response.on('error', () => end(0))
    response.resume().on('end', () => end(response.statusCode ?? 0))
  })
    .on('error', () => end(0))
    .end()
  return promise
}

/** Measures how many calls a second the server answers to clients that wait for each answer. */
async function findPeak(agent: Agent, people: Person[]): Promise<{ perSecond: number; ms: number[] }> {
  const answers: Answer[] = []
  for (const seconds of [2, peakSeconds]) {
    answers.length = 0
    const endMs = performance.now() + seconds * 1_000
    const loop = async (count: number): Promise<void> => {
      if (performance.now() > endMs) return
      answers.push(await ask(agent, people, count))
      return loop(count + 1)
    }
    await Promise.all(Array.from({ length: clients }, (_, count) => loop(count)))
  }
  return { perSecond: answers.length / peakSeconds, ms: answers.map(({ ms }) => ms) }
}

interface Flood {
  answers: Answer[]
  liveness: Answer[]
}

async function flood(agent: Agent, people: Person[], perSecond: number): Promise<Flood> {
  const pending: Promise<Answer>[] = []
  const liveness: Promise<Answer>[] = []
  const startMs = performance.now()
  const url = `${people[0]?.server.url}/api/health/live`
  for (let ticks = 0; ; ticks += 1) {
    const passedMs = performance.now() - startMs
    if (passedMs > overloadSeconds * 1_000) break
    const due = Math.floor((passedMs / 1_000) * perSecond)
    while (pending.length < due) pending.push(ask(agent, people, pending.length))
    if (ticks % 50 === 0) liveness.push(probe(url))
    await sleep(tickMs)
  }
  return { answers: await Promise.all(pending), liveness: await Promise.all(liveness) }
}

async function probe(url: string): Promise<Answer> {
  const startMs = performance.now()
  const status = await fetch(url).then(
    ({ status: answered }) => answered,
    () => 0,
  )
  return { status, ms: performance.now() - startMs }
}

/** Returns the seconds after which calls take no longer than before; infinity if that takes too long. */
async function measureRecovery(agent: Agent, people: Person[], usualMs: number): Promise<number> {
  const startMs = performance.now()
  for (let count = 0; performance.now() - startMs < recoverySeconds * 1_000; count += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => ask(agent, people, count + at)))
    if (answers.every(({ status, ms }) => status === 200 && ms <= usualMs)) return (performance.now() - startMs) / 1_000
  }
  return Number.POSITIVE_INFINITY
}

function rowsOf(peak: number, { answers, liveness }: Flood, recovery: number): BenchRow[] {
  const taken = answers.filter(({ status }) => status === 200).map(({ ms }) => ms)
  const refused = answers.filter(({ status }) => status === 503).map(({ ms }) => ms)
  const broken = answers.length - taken.length - refused.length
  const goodput = taken.length / overloadSeconds / peak
  const live = liveness.filter(({ status }) => status === 200).length / liveness.length
  const row = (name: string, value: number, bar: string, pass: boolean, digits = 0): BenchRow => ({
    name,
    value: value.toFixed(digits),
    bar,
    pass,
  })
  return [
    { name: 'calls a second at the peak', value: peak.toFixed(0), pass: true },
    { name: 'calls a second in the flood', value: (answers.length / overloadSeconds).toFixed(0), pass: true },
    row('answered ÷ peak', goodput, '≥ 0.7', goodput >= 0.7, 2),
    row('99 of 100 answered within, ms', quantile(taken, 0.99), '≤ 500', quantile(taken, 0.99) <= 500),
    row('99 of 100 refused within, ms', quantile(refused, 0.99), '≤ 50', quantile(refused, 0.99) <= 50),
    row('calls without an answer', broken, '≤ 0', broken === 0),
    row('liveness answered, share', live, '≥ 1', live === 1, 3),
    row('seconds until normal', recovery, `≤ ${recoverySeconds}`, recovery <= recoverySeconds, 1),
  ]
}
