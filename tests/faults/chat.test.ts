import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChatStress } from '../helpers/chat-stress.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => server.stop())

const messages = sizeOf({ short: 300, full: 10_000 })
const cuts = sizeOf({ short: 6, full: 20 })
const kills = sizeOf({ short: 1, full: 3 })
/** A machine with other work is late by itself. The full run has a machine of its own. */
const deliveredWithinMs = sizeOf({ short: 5_000, full: 1_000 })
const absenceMs = sizeOf({ short: 3_000, full: 60_000 })

test(
  'no message is lost, doubled or out of order when streams break and the server dies, and readers who listen have it soon [CHAT-02]',
  async (context) => {
    const { note } = startScenario(context, { promises: 'R12', faults: `${cuts} cuts, ${kills} kills` })
    const outcome = await runChatStress(server, { messages, cuts, kills, absenceMs })
    expect(outcome).toMatchObject({ stored: messages, lost: 0, doubled: 0, misplaced: 0, miscounted: 0, cuts, kills })
    // The server died during a call, and a reader was listening most of the time.
    expect(outcome.retries).toBeGreaterThan(0)
    expect(outcome.deliveryMs.length).toBeGreaterThan(100)
    const p99 = outcome.deliveryMs.toSorted((one, other) => one - other)[
      Math.ceil(outcome.deliveryMs.length * 0.99) - 1
    ]
    expect(p99).toBeLessThan(deliveredWithinMs)
    note(`${messages} messages, ${outcome.retries} sent again; delivered within ${p99?.toFixed(0)} ms (p99)`)
  },
  60_000 + messages * 60,
)
