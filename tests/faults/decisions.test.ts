import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDecisionStress } from '../helpers/decision-stress.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const decisions = sizeOf({ short: 300, full: 2_000 })
const kills = sizeOf({ short: 1, full: 10 })

test(
  'no decision is without its notice, its mail and its coins, or has two of them, when the server dies [R6]',
  async (context) => {
    const { note } = startScenario(context, { promises: 'R6', faults: `${kills} kills` })
    const outcome = await runDecisionStress(server, { decisions, kills, heard: 3 })
    expect(outcome).toMatchObject({ decided: decisions + 3, lost: 0, doubled: 0, mailsLost: 0, breaches: [], kills })
    // The server died during a call.
    expect(outcome.retries).toBeGreaterThan(0)
    expect(outcome.heardMs).toHaveLength(3)
    note(`${outcome.decided} decisions on transfers and purchases with their notices, mails and coins`)
  },
  60_000 + decisions * 100,
)
