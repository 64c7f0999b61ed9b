import { Server } from 'node:net'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 20

export interface Closing {
  /**
   * Lets callers leave while another process takes the new connections. Each answer ends its connection, so no call meets one that
   * closes. Resolves when all have left, or after `patienceMs`.
   */
  letLeave(patienceMs: number): Promise<void>
  /** Stops the app. It waits up to `patienceMs` for the answers under way, takes no new calls, and closes every connection. */
  close(patienceMs: number): Promise<void>
}

/** Returns the ways to stop an app. Node alone would wait for idle connections that browsers keep open. */
export function closeWhenAnswered(app: FastifyInstance): Closing {
  const underWay = new Set<ServerResponse>()
  let connections = 0
  let isLeaving = false
  app.server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => (connections -= 1))
  })
  // The app answers in its own listener, so this one has to come first.
  app.server.prependListener('request', (_, response) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    if (isLeaving) endConnection(response)
  })
  const waitFor = async (isDone: () => boolean, patienceMs: number) => {
    const deadline = Date.now() + patienceMs
    while (!isDone() && Date.now() < deadline) await sleep(pollMs)
  }
  return {
    async letLeave(patienceMs) {
      isLeaving = true
      for (const response of underWay) endConnection(response)
      // The method of HTTP servers would close idle connections, too, while a call may be on its way on one of them.
      Server.prototype.close.call(app.server)
      await waitFor(() => connections === 0, patienceMs)
    },
    async close(patienceMs) {
      await waitFor(() => underWay.size === 0, patienceMs)
      // From here on the app refuses calls on open connections.
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
    },
  }
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
