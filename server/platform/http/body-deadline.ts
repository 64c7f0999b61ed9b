import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../db/refusal.ts'

/** Within one time limit it is looked so often whether more has come. */
const looks = 5

/**
 * Refuses a body that comes too slowly, and closes its connection. A form has to be there in time as a whole; a file may take
 * longer, as far as the server lets any call, but not without a byte for so long. What is held open costs memory, and who
 * sends it may not be who began it.
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
