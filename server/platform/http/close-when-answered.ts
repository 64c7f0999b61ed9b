import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 20

/**
 * Prepares an app for its end: the returned function takes no new requests, gives those under way `patienceMs` to be
 * answered, and then cuts every connection. Node alone would wait for connections that a browser opened ahead of need.
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
