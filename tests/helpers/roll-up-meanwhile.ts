import { rollUp } from '../../server/money/ledger/ledger.ts'
import type { TestDatabase } from './database.ts'

/** Rolls up again and again, at random moments, while a test reads. Returns the end of it. */
export function rollUpMeanwhile({ appDb }: TestDatabase): () => Promise<void> {
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      await rollUp(appDb)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
    }
  })()
  return async () => {
    isOver = true
    await work
  }
}
