import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDecisionStress } from '../helpers/decision-stress.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('no decision is without its notice and its mail, or has two notices, when the server dies', async () => {
  const outcome = await runDecisionStress(server, { decisions: 300, kills: 1, heard: 3 })
  expect(outcome).toMatchObject({ decided: 303, lost: 0, doubled: 0, mailsLost: 0, kills: 1 })
  // The server died during a call.
  expect(outcome.retries).toBeGreaterThan(0)
  expect(outcome.heardMs).toHaveLength(3)
}, 60_000)
