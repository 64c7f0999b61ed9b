import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 20

/**
 * Returns a function that stops the app. It takes no new calls, waits up to `patienceMs` for the answers under way, and
 * then closes every connection. Node alone would wait for idle connections that browsers keep open.
 */
export function closeWhenAnswered(app: FastifyInstance, patienceMs: number): () => Promise<void> {
  let underWay = 0
  app.server.on('request', (_, response) => {
    underWay += 1
    response.once('close', () => (underWay -= 1))
  })
  return async () => {
    const closed = app.close()
    const deadline = Date.now() + patienceMs
    while (underWay > 0 && Date.now() < deadline) await sleep(pollMs)
    app.server.closeAllConnections()
    await closed
  }
}
