import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../db/refusal.ts'

/** The number of checks within one time limit. */
const looks = 5

/**
 * Refuses a body that arrives too slowly, and closes its connection. A form must arrive as a whole within the limit. A
 * file may take longer, but without pauses that long. An open call costs memory, and its sender may be signed out
 * meanwhile.
 */
export function limitBodyTime(timeoutMs: number) {
  return ({ raw, routeOptions }: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void => {
    if (raw.complete) return done()
    let { bytesRead } = raw.socket
    let lastMs = performance.now()
    const look = () => {
      const isProgress = routeOptions.config.isUpload === true && raw.socket.bytesRead !== bytesRead
      if (isProgress) {
        ;({ bytesRead } = raw.socket)
        lastMs = performance.now()
      }
      if (raw.complete || reply.sent) clearInterval(timer)
      else if (performance.now() - lastMs >= timeoutMs) {
        void reply.header('connection', 'close').send(new Refusal('body_too_slow'))
      }
    }
    const timer = setInterval(look, timeoutMs / looks).unref()
    reply.raw.once('close', () => clearInterval(timer))
    done()
  }
}
