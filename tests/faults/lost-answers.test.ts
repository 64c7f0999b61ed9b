import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, type TestContext } from 'vitest'
import { withDatabase } from '../helpers/api.ts'
import { startBehindNetwork, type BehindNetwork } from '../helpers/faults/behind-network.ts'
import type { Chance } from '../helpers/faults/chance.ts'
import { findBreaches } from '../helpers/faults/compare-books.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startLossyProxy, type Loss } from '../helpers/faults/lossy-proxy.ts'
import { startMoneyLoad } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import type { TestServer } from '../helpers/server.ts'

const calls = sizeOf({ short: 60, full: 1_000 })
const patience = { timeout: 90_000 + calls * 1_000 }
const cutEveryMs = 400

let site: BehindNetwork
let server: TestServer
beforeEach(async () => {
  site = await startBehindNetwork()
  ;({ server } = site)
})
afterEach(async () => site.stop())

/** Three of ten answers are lost, each tenth call does not arrive, and each tenth answer breaks off. */
const judgeBy = (chance: Chance) => (): Loss => {
  const fraction = chance.fraction()
  if (fraction < 0.3) return 'answer'
  if (fraction < 0.4) return 'call'
  return fraction < 0.5 ? 'half of the answer' : 'none'
}

test(
  'each call that is repeated through a network which loses answers happens once [R5]',
  patience,
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
  let count = 0
  const proxy = await startLossyProxy({
    url: server.url,
    judge: () => ((count += 1) % 2 === 1 ? 'answer' : 'none'),
    change: (headers) => ({ ...headers, 'idempotency-key': randomUUID() }),
  })
  const load = await startMoneyLoad(server, { chance, url: proxy.url, calls: 8 })
  // A second decision about a request is refused, which ends the load.
  await load.done.catch(() => undefined)
  await load.stop().catch(() => undefined)
  await proxy.close()
  const breaches = await withDatabase(server, async (db) => findBreaches(db, load.journal))
  expect(breaches).toContainEqual(expect.stringMatching(/no caller asked for submit/))
  note(`${breaches.length} breaches found, as they have to be`)
})

test(
  'calls happen once or not at all while the connections to the database break at any byte [R5]',
  patience,
  async (context) => cutConnections(context),
)

async function cutConnections(context: TestContext): Promise<void> {
  const { chance, note } = startScenario(context, { promises: 'R5, R7', faults: 'connections cut' })
  const load = await startMoneyLoad(server, { chance, calls })
  let isOver = false
  let cuts = 0
  const cutting = (async () => {
    for (; !isOver; cuts += 1) {
      const bytes = 4_000 + chance.below(60_000)
      site.network.cutAfter(chance.fraction() < 0.5 ? { there: bytes } : { back: bytes })
      await sleep(cutEveryMs)
    }
  })()
  await load.done
  isOver = true
  await cutting
  site.network.mend()
  expect(load.answers.get(503), 'calls met broken connections').toBeGreaterThan(0)
  expect([load.answers.get(0), load.withoutRetryAfter]).toEqual([undefined, 0])
  note(`${await expectWholeBooks(server, load, chance)}; ${cuts} times all connections were cut`)
}

function describeLosses(losses: Map<Loss, number>): string {
  return [...losses].map(([loss, count]) => `${loss} ${count}`).join(', ')
}
