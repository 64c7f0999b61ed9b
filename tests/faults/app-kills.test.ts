import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { withDatabase } from '../helpers/api.ts'
import { startBehindNetwork, type BehindNetwork } from '../helpers/faults/behind-network.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import type { Entry } from '../helpers/faults/journal.ts'
import { startMoneyLoad, waitForCalls, withoutStepUp, type MoneyLoad } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const kills = sizeOf({ short: 2, full: 50 })
const longestLoadMs = 1_000
/** Before each kill, so many calls are acknowledged. */
const callsInEach = 8
/** A start has to open and check the database, which takes longer on a machine with other work. */
const servingWithinMs = sizeOf({ short: 30_000, full: 3_000 })

const killsAtPoints = sizeOf({ short: 2, full: 20 })
/** A call that was made so long ago is inside the server, or has passed it. */
const gettingThereMs = 300
/** The server gives up a call that waits for its database for longer. A busy machine gets this far late. */
const pointPatienceMs = 2_000
const triesMax = 20

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

/** Kills the server and starts it again. Returns the milliseconds until it serves. */
async function killOnce(server: TestServer, mend = () => {}): Promise<number> {
  await server.kill('SIGKILL')
  mend()
  const begun = performance.now()
  await server.restart()
  return performance.now() - begun
}

test(
  'a server that is killed under load has lost no acknowledged call and done none twice [R6]',
  { timeout: 60_000 + kills * 20_000 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R4, R6', faults: `${kills} kills` })
    const server = await startServer({ env: withoutStepUp })
    stop = async () => server.stop()
    const load = await startMoneyLoad(server, { chance })
    const times = []
    for (let kill = 0; kill < kills; kill += 1) {
      await waitForCalls(load, callsInEach)
      await sleep(chance.below(longestLoadMs))
      times.push(await killOnce(server))
    }
    await load.end()
    expect(load.answers.get(0), 'calls met the dead server').toBeGreaterThan(0)
    const longest = Math.max(...times)
    expect(longest).toBeLessThan(servingWithinMs)
    const figures = await expectWholeBooks(server, load, chance)
    note(`${figures}; serving again within ${(longest / 1000).toFixed(1)} s`)
  },
)

/** A point of a call inside the server: its database has not heard of it, or has committed it and the server has no answer yet. */
type Point = 'before the database' | 'after the commit'

/** Returns the calls without an answer that are at this point. */
async function findCallsAt(server: TestServer, point: Point, { journal }: MoneyLoad): Promise<Entry[]> {
  const madeBefore = Date.now() - gettingThereMs
  const open = journal.entries.filter((entry) => entry.answeredAt === undefined && entry.madeAt < madeBefore)
  const keys = open.map(({ key }) => key)
  if (keys.length === 0) return []
  const rows = await withDatabase(server, async (db) =>
    db.selectFrom('ledger.commands').select('key').where('key', 'in', keys).execute(),
  )
  const booked = new Set(rows.map(({ key }) => key))
  return open.filter(({ key }) => booked.has(key) === (point === 'after the commit'))
}

/** Kills the server while a call is at this point. Returns the number of such calls. */
async function killAt({ server, network }: BehindNetwork, point: Point, load: MoneyLoad): Promise<number> {
  // A call asks twice. One that is caught at its first question never gets to its commit, so another moment is tried.
  for (let tries = 0; tries < triesMax; tries += 1) {
    network.hold(point === 'after the commit' ? 'back' : 'there')
    const giveUpAt = Date.now() + pointPatienceMs
    let there: Entry[] = []
    for (; there.length === 0 && Date.now() < giveUpAt; await sleep(50)) there = await findCallsAt(server, point, load)
    if (there.length > 0) {
      await killOnce(server, () => network.mend())
      return there.length
    }
    network.mend()
    await waitForCalls(load, callsInEach)
  }
  throw new Error(`no call was met ${point}`)
}

test(
  'a server that dies before its database hears of a call, or after the commit and before the answer, loses and doubles nothing [R6]',
  { timeout: 60_000 + killsAtPoints * 20_000 },
  async (context) => {
    const { chance, note } = startScenario(context, {
      promises: 'R4, R6',
      faults: `${killsAtPoints} kills at two points`,
    })
    const site = await startBehindNetwork()
    stop = async () => site.stop()
    const load = await startMoneyLoad(site.server, { chance })
    const met = new Map<Point, number>()
    for (let kill = 0; kill < killsAtPoints; kill += 1) {
      await waitForCalls(load, callsInEach)
      await sleep(chance.below(longestLoadMs))
      const point: Point = kill % 2 === 0 ? 'before the database' : 'after the commit'
      const count = await killAt(site, point, load)
      met.set(point, (met.get(point) ?? 0) + count)
    }
    await load.end()
    const figures = await expectWholeBooks(site.server, load, chance)
    note(`${figures}; calls at the death: ${[...met].map(([point, count]) => `${count} ${point}`).join(', ')}`)
  },
)
