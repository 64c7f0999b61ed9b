import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import type { DamageWatch } from '../db/damage.ts'
import { refusalOf } from '../db/refusal.ts'
import { ownVersion } from '../version.ts'

const retryAfterSeconds = 1
const stopping = 'The server is about to stop.'
const notReady = 'The server runs, and waits for its database.'

/**
 * Tells monitors apart if the process answers (live), if its database does, too (ready), and if stored data is known to
 * be damaged. Also says which version answers. Once `stop` is aborted, it is not ready, though it still takes calls.
 */
export function addHealth(app: FastifyInstance, damage: Pick<DamageWatch, 'isDamaged'>, stop?: AbortSignal): void {
  let isAway = false
  app.get('/api/health/live', async () => ({ status: 'live' }))
  app.get('/api/version', async () => ownVersion)
  app.get('/api/health', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (stop?.aborted) return reply.status(503).send({ status: 'live', message: stopping })
    try {
      const isDamaged = await damage.isDamaged()
      isAway = false
      if (!isDamaged) return { status: 'ready' }
    } catch (error) {
      const code = refusalOf(error)?.code
      if (code !== 'data_damaged') {
        // Monitors ask all the time, so only the first answer is logged.
        if (!isAway) request.log.warn({ err: error }, 'The database does not answer')
        isAway = true
        return reply.status(503).header('retry-after', retryAfterSeconds).send({ status: 'live', message: notReady })
      }
    }
    const { status, message } = errors.data_damaged
    return reply.status(status).send({ status: 'damaged', code: 'data_damaged', message })
  })
}
