import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const kills = sizeOf({ short: 2, full: 50 })
const longestLoadMs = 1_000
/** A start has to open and check the database, which takes longer on a machine with other work. */
const servingWithinMs = 15_000

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: withoutStepUp })
})
afterAll(async () => server.stop())

test(
  'a server that is killed under load has lost no acknowledged call and done none twice [R6]',
  { timeout: 60_000 + kills * 20_000 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R4, R6', faults: `${kills} kills` })
    const load = await startMoneyLoad(server, { chance })
    const times = []
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(chance.below(longestLoadMs))
      await server.kill('SIGKILL')
      const begun = performance.now()
      await server.restart()
      times.push(performance.now() - begun)
    }
    await load.end()
    expect(load.answers.get(0), 'calls met the dead server').toBeGreaterThan(0)
    expect(load.journal.entries.length).toBeGreaterThan(kills * 10)
    const longest = Math.max(...times)
    expect(longest).toBeLessThan(servingWithinMs)
    const figures = await expectWholeBooks(server, load, chance)
    note(`${figures}; serving again within ${(longest / 1000).toFixed(1)} s`)
  },
)
