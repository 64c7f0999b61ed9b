import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface ReaderLimits {
  /** The longest time in which a reader may take nothing of an answer that waits. */
  pauseMs: number
  /** The fewest bytes that a reader has to take in each period in which an answer waits all the time. */
  minBytes: number
  periodMs: number
}

/** The number of checks within one pause. */
const looks = 5

/** The state of an answer that waits for its reader, as the last check found it. */
interface Wait {
  taken: number
  /** The moment at which the reader last took something. */
  progressMs: number
  periodStartMs: number
  takenAtStart: number
}

/**
 * Closes the connection of a reader who takes nothing of an answer for too long, or takes it too slowly. That holds for
 * every answer: pages, files, exports and streams. An answer that waits costs memory, and its reader may be signed out
 * meanwhile. The time that the server itself needs for an answer does not count.
 */
export function cutSlowReaders(app: FastifyInstance, limits: ReaderLimits): void {
  const waits = new Map<Socket, Wait | undefined>()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const [socket, wait] of waits) {
      const next = socket.writableLength > 0 ? look(wait, takenOf(socket), nowMs) : undefined
      waits.set(socket, next)
      if (next && isTooSlow(next, nowMs, limits)) socket.destroy()
    }
  }, limits.pauseMs / looks).unref()
  app.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    if (!waits.has(socket)) {
      waits.set(socket, undefined)
      socket.once('close', () => waits.delete(socket))
    }
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/** Returns the bytes that the reader's side has accepted so far. */
function takenOf(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength
}

function look(wait: Wait | undefined, taken: number, nowMs: number): Wait {
  if (!wait) return { taken, progressMs: nowMs, periodStartMs: nowMs, takenAtStart: taken }
  const progressMs = taken > wait.taken ? nowMs : wait.progressMs
  return { ...wait, taken, progressMs }
}

/** Decides on a reader. It also starts a new period after one that was fast enough. */
function isTooSlow(wait: Wait, nowMs: number, { pauseMs, periodMs, minBytes }: ReaderLimits): boolean {
  if (nowMs - wait.progressMs >= pauseMs) return true
  if (nowMs - wait.periodStartMs < periodMs) return false
  if (wait.taken - wait.takenAtStart < minBytes) return true
  wait.periodStartMs = nowMs
  wait.takenAtStart = wait.taken
  return false
}
