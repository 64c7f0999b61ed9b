import { readFileSync } from 'node:fs'
import pg from 'pg'

export interface Client {
  client: pg.Client
  processId: number
}

/**
 * One turn is one unit of work on one connection of the pool. Each of its statements is a transaction of its own. `turns` is
 * the number of turns of a round.
 */
export interface Workload<Name extends string> {
  name: Name
  turns: number
  pool: Client[]
  turn: (client: pg.Client) => Promise<void>
}

/** The turns of a second and the processor time of PostgreSQL for a turn, in each round. */
export interface Measured {
  perSecond: number[]
  cpuMs: number[]
}

interface Plan {
  rounds: number
  /** The share of a round that fills the caches and prepares the plans beforehand. */
  warmUpShare: number
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

export async function openClients(url: string, count: number): Promise<Client[]> {
  return Promise.all(Array.from({ length: count }, async () => openClient(url)))
}

async function openClient(url: string): Promise<Client> {
  const client = new pg.Client(url)
  // The query in progress reports a broken connection. Without a listener, an idle one would end the bench.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return { client, processId: rows[0]?.pid ?? 0 }
}

/** Measures workloads in turns, so that other work on the machine slows all of them. */
export async function measureInTurns<Name extends string>(
  all: readonly Workload<Name>[],
  { rounds, warmUpShare }: Plan,
): Promise<Record<Name, Measured>> {
  for (const workload of all) await runTurns(workload, workload.turns * warmUpShare)
  const measured = all.map(({ name }) => [name, { perSecond: [], cpuMs: [] }] as [Name, Measured])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, workload] of all.entries()) {
      const { perSecond, cpuMs } = await runTurns(workload, workload.turns)
      measured[at]?.[1].perSecond.push(perSecond)
      measured[at]?.[1].cpuMs.push(cpuMs)
    }
  }
  return Object.fromEntries(measured) as Record<Name, Measured>
}

async function runTurns({ pool, turn }: Pick<Workload<string>, 'pool' | 'turn'>, turns: number) {
  const cpuBefore = cpuTime(pool)
  const start = performance.now()
  let left = turns
  await Promise.all(
    pool.map(async ({ client }) => {
      while (left > 0) {
        left -= 1
        await turn(client)
      }
    }),
  )
  return { perSecond: (turns / (performance.now() - start)) * 1000, cpuMs: (cpuTime(pool) - cpuBefore) / turns }
}

/**
 * Returns the user and system time of the backends of these connections, in milliseconds. Returns NaN on systems other
 * than Linux.
 */
function cpuTime(pool: readonly Client[]): number {
  if (process.platform !== 'linux') return Number.NaN
  return pool.reduce((sum, { processId }) => {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) * tickMs
  }, 0)
}
