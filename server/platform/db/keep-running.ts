import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { StartRefusal } from './start-refusal.ts'

interface Patience {
  /** Receives a sentence for the log about each end and each new start. */
  say: (sentence: string) => void
  /** A PostgreSQL that ends earlier than this after its start has ended quickly. */
  quickMs?: number
  /** The longest pause before a new start. The pauses double from `firstPauseMs` on. */
  longestPauseMs?: number
  firstPauseMs?: number
}

/** After so many quick ends in a row, another start would hide the fault from the operator. */
const quickEndsMax = 6

/**
 * Starts a PostgreSQL that died again, as often as it dies. It pauses longer after each quick end and resolves with the
 * reason when it gives up, or when PostgreSQL was stopped.
 */
export async function keepRunning(
  server: Pick<EmbeddedPostgres, 'exited' | 'restart'>,
  { say, quickMs = 3_000, firstPauseMs = 250, longestPauseMs = 4_000 }: Patience,
): Promise<string> {
  let quickEnds = 0
  for (;;) {
    const readyMs = performance.now()
    let reason = await server.exited
    if (performance.now() - readyMs > quickMs) quickEnds = 0
    for (let isUp = false; !isUp;) {
      quickEnds += 1
      if (quickEnds > quickEndsMax) return `${reason}; it ended ${quickEnds} times in a row right after its start`
      // The first new start is at once, because calls wait for it.
      if (quickEnds > 1) await sleep(Math.min(firstPauseMs * 2 ** (quickEnds - 2), longestPauseMs))
      const startMs = performance.now()
      try {
        if (!(await server.restart())) return reason
        isUp = true
        say(`PostgreSQL ended (${reason}) and runs again after ${Math.round(performance.now() - startMs)} ms.`)
      } catch (error) {
        if (!(error instanceof StartRefusal)) throw error
        reason = error.message
        say(`PostgreSQL ended and did not start again: ${reason}`)
      }
    }
  }
}
