import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../db/refusal.ts'

/**
 * Refuses a body that comes too slowly, and closes its connection. A form has to be there in time as a whole; a file may take
 * longer, as far as the server lets any call, but not without a byte for so long. What is held open costs memory, and who
 * sends it may not be who began it.
 */
export function limitBodyTime(timeoutMs: number) {
  return (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void => {
    const { raw } = request
    const refuse = () => {
      if (raw.complete || reply.sent) return
      void reply.header('connection', 'close').send(new Refusal('body_too_slow'))
    }
    if (request.routeOptions.config.isUpload) watchProgress(request, timeoutMs, refuse)
    else if (!raw.complete) {
      const timer = setTimeout(refuse, timeoutMs)
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  }
}

/** Node starts a socket's time anew with each byte. */
function watchProgress({ raw }: FastifyRequest, timeoutMs: number, onQuiet: () => void): void {
  raw.setTimeout(timeoutMs, onQuiet)
  // What is done with the file afterwards may take its time.
  raw.once('end', () => raw.setTimeout(0))
}
