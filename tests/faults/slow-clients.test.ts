import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { openUnreadStreams, sendSlowBodies, sendSlowHeaders } from '../helpers/faults/slow-sockets.ts'
import { letOneAdministratorDecide } from '../helpers/second-owner.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { createSpenders } from '../helpers/steady-load.ts'

const each = sizeOf({ short: 40, full: 200 })
const members = 45
const probes = 100
const probeEveryMs = 10
/** The server ends slow headers and bodies after 15 seconds, and looks a few times in that time. */
const endedWithinSeconds = 25
/** A machine with other work is as slow as that by itself. The full run has a machine of its own. */
const slowMs = sizeOf({ short: 500, full: 200 })

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  await letOneAdministratorDecide(database.ownerUrl)
  const env = { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: database.appUrl, ...withoutStepUp }
  server = await startServer({ env })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

/** Returns the time below which 99 of a hundred reads of a member stay. */
async function measureReads(cookie: string): Promise<number> {
  const times: number[] = []
  while (times.length < probes) {
    const begun = performance.now()
    const response = await fetch(server.url + getUserDashboardStats.path, { headers: { cookie } })
    await response.arrayBuffer()
    // A machine with much other work makes the server refuse some calls early.
    expect([200, 503]).toContain(response.status)
    if (response.status === 200) times.push(performance.now() - begun)
    await sleep(probeEveryMs)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(probes * 0.99) - 1] ?? Infinity
}

test(
  'callers that send and read slowly hold up no other one, and are ended [R10]',
  { timeout: 120_000 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R10', faults: `3 × ${each} slow callers` })
    const sessions = await createSpenders(database, members)
    const cookies = sessions.map((session) => `${sessionCookieName(server.url)}=${session}`)
    const load = await startMoneyLoad(server, { chance, writers: 2 })
    const [own = ''] = cookies
    await measureReads(own)
    const before = await measureReads(own)
    const target = { url: server.url, cookies, count: each }
    const headers = sendSlowHeaders(target)
    const bodies = sendSlowBodies(target)
    const streams = openUnreadStreams(target)
    await sleep(2_000)
    expect([headers.open(), bodies.open()]).toEqual([each, each])
    const during = await measureReads(own)
    await expect.poll(() => headers.open() + bodies.open(), { timeout: 60_000, interval: 200 }).toBe(0)
    expect([streams.open(), streams.accepted()]).toEqual([each, each])
    streams.stop()
    await load.end()
    const figures = await expectWholeBooks(server, load, chance)
    const longest = Math.max(...headers.endedAfter, ...bodies.endedAfter)
    expect([headers.endedAfter.length, bodies.endedAfter.length]).toEqual([each, each])
    expect(longest).toBeLessThan(endedWithinSeconds)
    expect(during).toBeLessThan(Math.max(2 * before, slowMs))
    note(
      `${figures}; reads of others: p99 ${before.toFixed(0)} ms before and ${during.toFixed(0)} ms meanwhile; ended within ${longest.toFixed(0)} s`,
    )
  },
)
