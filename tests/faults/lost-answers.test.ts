import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, type TestContext } from 'vitest'
import { randomUUID } from 'node:crypto'
import { withDatabase } from '../helpers/api.ts'
import { startCuttingProxy, type CuttingProxy } from '../helpers/cutting-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import type { Chance } from '../helpers/faults/chance.ts'
import { findBreaches } from '../helpers/faults/compare-books.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startLossyProxy, type Loss } from '../helpers/faults/lossy-proxy.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { letOneAdministratorDecide } from '../helpers/second-owner.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const calls = sizeOf({ short: 100, full: 1_000 })
const cutEveryMs = 400

let database: TestDatabase
let network: CuttingProxy
let server: TestServer

beforeEach(async () => {
  database = await createTestDatabase()
  await letOneAdministratorDecide(database.ownerUrl)
  const { hostname, port } = new URL(database.appUrl)
  expect(hostname).toMatch(/^(127\.0\.0\.1|localhost)$/)
  network = await startCuttingProxy(Number(port))
  const throughNetwork = new URL(database.appUrl)
  throughNetwork.port = String(network.port)
  const env = { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: throughNetwork.href, ...withoutStepUp }
  server = await startServer({ env })
})
afterEach(async () => {
  await server.stop()
  await network.close()
  await database.drop()
})

/** Three of ten answers are lost, each tenth call does not arrive, and each tenth answer breaks off. */
const judgeBy = (chance: Chance) => (): Loss => {
  const fraction = chance.fraction()
  if (fraction < 0.3) return 'answer'
  if (fraction < 0.4) return 'call'
  return fraction < 0.5 ? 'half of the answer' : 'none'
}

test(
  'each call that is repeated through a network which loses answers happens once [R5]',
  { timeout: 60_000 + calls * 200 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R4, R5', faults: `${calls} calls` })
    const proxy = await startLossyProxy({ url: server.url, judge: judgeBy(chance.fork('network')) })
    const load = await startMoneyLoad(server, { chance, url: proxy.url, calls })
    await load.done
    await proxy.close()
    expect(proxy.losses.get('answer')).toBeGreaterThan(calls / 10)
    const figures = await expectWholeBooks(server, load, chance)
    note(`${figures}; lost: ${describeLosses(proxy.losses)}`)
  },
)

test('if a network gives each repetition another key, the comparison finds the calls that happened twice', async (context) => {
  const { chance, note } = startScenario(context, { promises: 'R4, R5 (control)', faults: 'keys changed' })
  const proxy = await startLossyProxy({
    url: server.url,
    judge: () => (chance.fraction() < 0.5 ? 'answer' : 'none'),
    change: (headers) => ({ ...headers, 'idempotency-key': randomUUID() }),
  })
  const load = await startMoneyLoad(server, { chance, url: proxy.url, calls: 4 })
  // A second decision about a request is refused, which ends the load.
  await load.done.catch(() => undefined)
  await load.stop().catch(() => undefined)
  await proxy.close()
  const breaches = await withDatabase(server, async (db) => findBreaches(db, load.journal))
  expect(breaches).toContainEqual(expect.stringMatching(/no caller asked for submit/))
  note(`${breaches.length} breaches found, as they have to be`)
})

test(
  'calls whose database connections break at any byte happen once or not at all [R5]',
  { timeout: 60_000 + calls * 200 },
  async (context) => cutConnections(context),
)

async function cutConnections(context: TestContext): Promise<void> {
  const { chance, note } = startScenario(context, { promises: 'R5, R7', faults: 'connections cut' })
  const load = await startMoneyLoad(server, { chance, calls })
  let isOver = false
  let cuts = 0
  const cutting = (async () => {
    for (; !isOver; cuts += 1) {
      const bytes = 1_000 + chance.below(20_000)
      network.cutAfter(chance.fraction() < 0.5 ? { there: bytes } : { back: bytes })
      await sleep(cutEveryMs)
    }
  })()
  await load.done
  isOver = true
  await cutting
  network.mend()
  expect(load.answers.get(503), 'calls met broken connections').toBeGreaterThan(0)
  expect([load.answers.get(0), load.withoutRetryAfter]).toEqual([undefined, 0])
  note(`${await expectWholeBooks(server, load, chance)}; ${cuts} times all connections were cut`)
}

function describeLosses(losses: Map<Loss, number>): string {
  return [...losses].map(([loss, count]) => `${loss} ${count}`).join(', ')
}
