import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startBehindNetwork } from '../helpers/faults/behind-network.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startMoneyLoad, waitForCalls, withoutStepUp } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const kills = sizeOf({ short: 2, full: 50 })
const longestLoadMs = 1_000
/** Before each kill, so many calls are acknowledged. */
const callsInEach = 8
/** A start has to open and check the database, which takes longer on a machine with other work. */
const servingWithinMs = 30_000

const killsAtPoints = sizeOf({ short: 2, full: 20 })
/** Calls get so far in this time, and none is given up. */
const gettingThereMs = 300

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
    const { server, network } = site
    const load = await startMoneyLoad(server, { chance })
    for (let kill = 0; kill < killsAtPoints; kill += 1) {
      await waitForCalls(load, callsInEach)
      await sleep(chance.below(longestLoadMs))
      network.hold(kill % 2 === 0 ? 'there' : 'back')
      await sleep(gettingThereMs)
      await killOnce(server, () => network.mend())
    }
    await load.end()
    note(await expectWholeBooks(server, load, chance))
  },
)
