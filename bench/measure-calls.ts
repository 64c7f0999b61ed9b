import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMember, type Person } from '../tests/helpers/api.ts'
import type { TestServer } from '../tests/helpers/server.ts'

const callsPerSecond = 40

/** So many that no one makes more calls a second than the limits allow. */
const callers = 4

export async function createCallers(server: TestServer): Promise<Person[]> {
  return Promise.all(Array.from({ length: callers }, async () => createMember(server)))
}

/**
 * Makes calls of members at even intervals, without waiting for earlier answers. Each time is taken from the start of
 * a call to its last byte.
 */
export async function measureCalls(members: Person[], seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const pathOf = (count: number, { userId }: Person) =>
    ['/api/auth/session', `/api/profiles/${userId}`, '/api/packages'][count % 3] ?? ''
  const start = performance.now()
  const calls: Promise<number>[] = []
  for (let count = 0; count < callsPerSecond * seconds; count += 1) {
    const dueMs = start + (count / callsPerSecond) * 1000
    if (dueMs > performance.now()) await sleep(dueMs - performance.now())
    const member = members[count % members.length]
    if (member) calls.push(timeCall(agent, member, pathOf(count, member)))
  }
  const measured = await Promise.all(calls)
  agent.destroy()
  return measured
}

async function timeCall(agent: Agent, { server, session }: Person, path: string): Promise<number> {
  const startMs = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = { cookie: `${session.name}=${session.value}` }
  request(server.url + path, { agent, headers }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
    response.resume().on('end', () => resolve(performance.now() - startMs))
  })
    .on('error', reject)
    .end()
  return promise
}

/** Returns the resident memory of the server's process. Returns NaN on systems other than Linux. */
export function readMemoryMiB(server: TestServer): number {
  if (process.platform !== 'linux') return Number.NaN
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.processId()}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
