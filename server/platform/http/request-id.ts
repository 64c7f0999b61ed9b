import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The header of an answer with the id of its call. The same header of a caller is ignored. */
export const requestIdHeader = 'x-request-id'

/** Makes the id of a call: 16 hexadecimal digits by chance, unique among all processes and starts, and short enough to be read out. */
export function createRequestId(): string {
  return randomBytes(8).toString('hex')
}

/** Sends the id of each call with its answer. This comes before all other hooks, so that a refusal has it, too. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    done()
  })
}
