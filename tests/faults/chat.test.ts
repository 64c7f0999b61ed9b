import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChatStress } from '../helpers/chat-stress.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => server.stop())

test('no message is lost, doubled or out of order when streams break and the server dies [CHAT-02]', async () => {
  const outcome = await runChatStress(server, { messages: 300, cuts: 6, kills: 1, absenceMs: 3_000 })
  expect(outcome).toMatchObject({
    stored: 300,
    lost: 0,
    doubled: 0,
    misplaced: 0,
    miscounted: 0,
    cuts: 6,
    kills: 1,
  })
  // The server died during a call, and a reader was listening most of the time.
  expect(outcome.retries).toBeGreaterThan(0)
  expect(outcome.deliveryMs.length).toBeGreaterThan(100)
}, 60_000)
