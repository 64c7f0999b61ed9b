import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getSession } from '../../contract/auth.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'
import { keepStreams } from '../helpers/faults/kept-streams.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { runChatStress } from '../helpers/chat-stress.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { isAlive, killWorker, listWorkers, replaceWorkers, waitForText } from '../helpers/processes.ts'
import { findFreePort, startServer, type TestServer } from '../helpers/server.ts'
import { createSpenders, expectAllAnswered, startSteadyLoad } from '../helpers/steady-load.ts'

const reloads = sizeOf({ short: 2, full: 20 })
const perSecond = sizeOf({ short: 40, full: 200 })
const members = 20
const reloadPatienceMs = 60_000
/** A stream that ended with its worker can be opened again so soon. A machine with other work is slower by itself. */
const backWithinMs = sizeOf({ short: 10_000, full: 2_000 })

let database: TestDatabase
let server: TestServer

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await server.stop()
  await database.drop()
})

test('two workers serve one port, one scrape has the figures of both, and a worker that was killed comes back', async () => {
  const metricsPort = String(await findFreePort())
  await start({ METRICS_PORT: metricsPort })
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => readOnce(getSession.path)))
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
  const text = await scrape(metricsPort)
  const counts = [...text.matchAll(/^et_calls_total\{worker="(\d)",operation="get_session",status="200"\} (\d+)/gm)]
  expect(counts.map(([, worker]) => worker)).toEqual(['1', '2'])
  expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(20)
  expect(text.match(/^# TYPE et_calls_total /gm)).toHaveLength(1)
  expect(text).toMatch(/^et_database_up 1/m)

  const [, second] = listWorkers(server)
  const before = server.output().length
  killWorker(server)
  await waitForText(server, before, 'serves again')
  expect(server.output()).toMatch(/Worker \d ended \(signal SIGKILL\) and serves again after \d+ ms/)
  expect(listWorkers(server)).toHaveLength(2)
  expect(listWorkers(server)).toContain(second)
}, 60_000)

test('a worker that is killed under load loses nothing that was answered', async () => {
  const sessions = await createSpenders(database, members)
  await start()
  const load = startSteadyLoad({ url: server.url, sessions, perSecond })
  for (let kills = 0; kills < 2; kills += 1) {
    await sleep(500)
    const before = server.output().length
    killWorker(server)
    await waitForText(server, before, 'serves again')
  }
  await load.end()
  await expectAllAnswered(database, load)
}, 150_000)

test(
  'workers are replaced one by one under load, no call is refused, cut or repeated, and streams are back soon [R17]',
  { timeout: 60_000 + reloads * reloadPatienceMs },
  async (context) => {
    const { note } = startScenario(context, { promises: 'R17', faults: `${reloads} replacements` })
    const sessions = await createSpenders(database, members)
    await start()
    const cookies = sessions.map((session) => `${sessionCookieName(server.url)}=${session}`)
    const streams = keepStreams(server.url, cookies)
    await expect.poll(() => streams.open(), { timeout: 20_000 }).toBe(members)
    const load = startSteadyLoad({ url: server.url, sessions, perSecond })
    for (let done = 0; done < reloads; done += 1) {
      const old = listWorkers(server)
      await replaceWorkers(server)
      expect(listWorkers(server)).toHaveLength(old.length)
      expect(old.filter(isAlive)).toEqual([])
    }
    await load.end()
    await expect.poll(() => streams.open(), { timeout: 20_000 }).toBe(members)
    await streams.stop()
    // Each replacement ends the streams of all workers.
    expect(streams.backMs.length).toBeGreaterThanOrEqual(members * reloads)
    const back = Math.max(...streams.backMs)
    expect(back).toBeLessThan(backWithinMs)
    await expectAllAnswered(database, load)
    expect(load.repeated).toBe(0)
    note(
      `${load.calls} calls at ${perSecond} a second, 0 failed, the longest took ${Math.round(load.longestMs)} ms; ` +
        `streams back within ${Math.round(back)} ms`,
    )
  },
)

test('while workers are replaced, each message of the chat reaches each reader once and in order', async () => {
  server = await startServer({ env: { WORKERS: '2' } })
  let isOver = false
  let replaced = 0
  const replacing = (async () => {
    for (; !isOver; replaced += 1) await replaceWorkers(server)
  })()
  const outcome = await runChatStress(server, { messages: 300, cuts: 0, kills: 0, absenceMs: 0 })
  isOver = true
  await replacing
  expect(outcome).toMatchObject({ stored: 300, lost: 0, doubled: 0, misplaced: 0, miscounted: 0 })
  expect(replaced).toBeGreaterThan(0)
}, 120_000)

test('the end of the first process leaves no other one, and the port is free', async () => {
  await start()
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await expect.poll(() => listWorkers(server), { timeout: 20_000 }).toHaveLength(2)
    const workers = listWorkers(server)
    const begun = Date.now()
    await server.kill(signal)
    await expect.poll(() => workers.filter(isAlive), { timeout: 5_000 }).toEqual([])
    expect(Date.now() - begun).toBeLessThan(5_000)
    await expect(fetch(server.url)).rejects.toThrow()
    // The next start takes the same port.
    await server.restart()
  }
}, 60_000)

/** Starts a server, and waits until each of its two workers serves. */
async function start(env: Record<string, string> = {}): Promise<TestServer> {
  const metricsPort = String(await findFreePort())
  const own = { WORKERS: '2', METRICS_PORT: metricsPort, ...env }
  server = await startServer({ env: { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: database.appUrl, ...own } })
  await expect
    .poll(async () => scrape(own.METRICS_PORT), { timeout: 20_000 })
    .toContain('et_workers{state="serving"} 2')
  return server
}

const scrape = async (port: string) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** Calls over a connection of its own, and returns the status. */
async function readOnce(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(server.url + path, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', reject)
  })
}
