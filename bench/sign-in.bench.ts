import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Person } from '../tests/helpers/api.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { atMost, figure, quantile, type BenchRow } from './figures.ts'
import { createCallers, measureCalls, readMemoryMiB } from './measure-calls.ts'

const rounds = 6
const sceneSeconds = 5
const attemptsPerSecond = 200
const scenes = ['calm', 'many', 'one'] as const
type Scene = (typeof scenes)[number]

/**
 * Measures how much a flood of sign-ins slows the calls of other people. One flood comes from many addresses, so the
 * server hashes passwords. The other comes from one address.
 */
export const bench = {
  name: 'sign-in',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } })
    try {
      return { rows: await measureFloods(server, await createCallers(server)) }
    } finally {
      await server.stop()
    }
  },
}

async function measureFloods(server: TestServer, members: Person[]): Promise<BenchRow[]> {
  const latencies: Record<Scene, number[]> = { calm: [], many: [], one: [] }
  const answers: Record<string, number> = {}
  const memory: number[] = []
  await runScene(server, members, 'many')
  for (let round = 0; round < rounds; round += 1) {
    for (const scene of scenes) {
      const { measuredMs, flood } = await runScene(server, members, scene)
      latencies[scene].push(...measuredMs)
      for (const [answer, count] of Object.entries(flood))
        answers[`${scene} ${answer}`] = (answers[`${scene} ${answer}`] ?? 0) + count
      await sleep(1_000)
    }
    memory.push(readMemoryMiB(server))
  }
  // The heap still grows in the first rounds, so the second one is the base.
  const growth = (memory.at(-1) ?? Number.NaN) / (memory[1] ?? Number.NaN)
  return [
    ...scenes.map((scene) => figureRow(`other calls, ${scene}: median, p99 in ms`, latencies[scene])),
    ratioRow('p99 of other calls during 200 sign-ins/s from many addresses ÷ without', latencies.many, latencies.calm),
    ratioRow('p99 of other calls during 200 sign-ins/s from one address ÷ without', latencies.one, latencies.calm),
    figure('sign-ins answered', JSON.stringify(answers)),
    atMost('memory of the server after the last round ÷ after the second', growth, 1.1, { digits: 2 }),
  ]
}

function figureRow(name: string, values: number[]): BenchRow {
  return figure(name, `${quantile(values, 0.5).toFixed(1)} ${quantile(values, 0.99).toFixed(1)}`)
}

function ratioRow(name: string, during: number[], without: number[]): BenchRow {
  return atMost(name, quantile(during, 0.99) / quantile(without, 0.99), 2, { digits: 2 })
}

async function runScene(server: TestServer, members: Person[], scene: Scene) {
  const flood = scene === 'calm' ? undefined : startFlood(server, scene)
  if (flood) await sleep(1_000)
  const measuredMs = await measureCalls(members, sceneSeconds)
  return { measuredMs, flood: flood ? await flood : {} }
}

async function startFlood(server: TestServer, scene: Scene): Promise<Record<string, number>> {
  const script = join(import.meta.dirname, 'sign-in-flood.ts')
  const args = [script, server.url, String(attemptsPerSecond), String(sceneSeconds + 2), scene]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Record<string, number>
}
