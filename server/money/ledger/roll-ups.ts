import type { Db } from '../../platform/db/client.ts'
import { rollUp } from './ledger.ts'

const everyMs = 5_000

/**
 * Rolls up when somebody looks, but not at each look. Nothing depends on it but how much the next look has to add to what is
 * rolled up.
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
