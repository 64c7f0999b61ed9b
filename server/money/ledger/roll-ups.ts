import type { Db } from '../../platform/db/client.ts'
import { rollUp } from './ledger.ts'

const everyMs = 5_000

/**
 * Returns a function that callers run before they read the lists and totals. It rolls settled commands up, at most
 * every 5 seconds. Only the speed of the next read depends on it.
 */
export function createRollUps(db: Db): () => Promise<void> {
  let rolledUpAt = -Infinity
  return async () => {
    const now = performance.now()
    if (now - rolledUpAt < everyMs) return
    rolledUpAt = now
    await rollUp(db)
  }
}
