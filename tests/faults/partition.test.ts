import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { withConnection } from '../../server/platform/db/connect.ts'
import { builtInDatabaseUrl } from '../helpers/built-in-database.ts'
import { startBehindNetwork } from '../helpers/faults/behind-network.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startMoneyLoad, withoutStepUp, type MoneyLoad } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const times = sizeOf({ short: 1, full: 10 })
/** Every second one ends with a kill of the server. */
const holds = sizeOf({ short: 2, full: 10 })
const silenceMs = sizeOf({ short: 7_000, full: 30_000 })
/** A call may wait twice for a connection, for two seconds each, and for four for an answer. The rest is for a busy machine. */
const answeredWithinMs = 10_000
const backWithinMs = 10_000

let cleanUp: (() => Promise<void>) | undefined
afterEach(async () => {
  await cleanUp?.()
  cleanUp = undefined
})

test(
  'while the network to the database is silent, calls are answered with 503, and afterwards each one happens once [R22]',
  { timeout: 60_000 + times * (silenceMs + 30_000) },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R9, R22', faults: `${times} partitions` })
    const site = await startBehindNetwork()
    cleanUp = async () => site.stop()
    const { server, network } = site
    const load = await startMoneyLoad(server, { chance })
    let longestBackMs = 0
    for (let time = 0; time < times; time += 1) {
      await sleep(500 + chance.below(1_000))
      network.hold()
      await sleep(silenceMs)
      expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
      network.mend()
      longestBackMs = Math.max(longestBackMs, await waitForAnswer(load))
    }
    await load.end()
    await expectShortAnswers(load)
    expect(longestBackMs).toBeLessThan(backWithinMs)
    note(`${await expectWholeBooks(server, load, chance)}; ${describeTimes(load, longestBackMs)}`)
  },
)

test(
  'while commits wait for a second host, calls are answered with 503, and afterwards each one happens once [R22]',
  { timeout: 60_000 + holds * (silenceMs + 30_000) },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R4, R22', faults: `${holds} held commits` })
    const server = await startServer({ env: withoutStepUp })
    cleanUp = async () => server.stop()
    const load = await startMoneyLoad(server, { chance })
    let longestBackMs = 0
    let killed = 0
    for (let time = 0; time < holds; time += 1) {
      await sleep(500 + chance.below(1_000))
      await holdCommits(server, true)
      await expect.poll(async () => countHeldCommits(server), { timeout: 10_000 }).toBeGreaterThan(0)
      // Every second time the server dies between a commit and its answer.
      const isKilled = time % 2 === 1
      await (isKilled ? server.kill('SIGKILL') : sleep(silenceMs))
      await holdCommits(server, false)
      if (isKilled) await server.restart()
      killed += isKilled ? 1 : 0
      longestBackMs = Math.max(longestBackMs, await waitForAnswer(load))
    }
    await load.end()
    await expectShortAnswers(load)
    expect(longestBackMs).toBeLessThan(backWithinMs)
    note(
      `${await expectWholeBooks(server, load, chance)}; ${describeTimes(load, longestBackMs)}; ${killed} kills in a commit`,
    )
  },
)

/** Lets each commit wait for a host that does not exist, or no longer. */
async function holdCommits(server: TestServer, isHeld: boolean): Promise<void> {
  await withConnection(builtInDatabaseUrl(server.dataDir, 'superuser'), async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${isHeld ? 'missing' : ''}'`)
    await client.query('SELECT pg_reload_conf()')
  })
}

async function countHeldCommits(server: TestServer): Promise<number> {
  return withConnection(builtInDatabaseUrl(server.dataDir, 'superuser'), async (client) => {
    const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
    return rows.length
  })
}

/** Waits until a call that was made after this moment is acknowledged, and returns the time until then. */
async function waitForAnswer({ journal }: MoneyLoad): Promise<number> {
  const begun = Date.now()
  const isAnswered = () => journal.entries.some(({ madeAt, answeredAt }) => madeAt > begun && answeredAt !== undefined)
  await expect.poll(isAnswered, { timeout: 30_000 }).toBe(true)
  return Date.now() - begun
}

async function expectShortAnswers(load: MoneyLoad): Promise<void> {
  expect(load.answers.get(503), 'calls met the silence').toBeGreaterThan(0)
  expect(load.withoutRetryAfter).toBe(0)
  expect(load.longestMs).toBeLessThan(answeredWithinMs)
}

function describeTimes({ longestMs }: MoneyLoad, backMs: number): string {
  return `the longest answer took ${(longestMs / 1000).toFixed(1)} s, and calls succeeded again after ${(backMs / 1000).toFixed(1)} s`
}
