import type { Db, Tx } from './client.ts'
import { isRetryable } from './refusal.ts'

/** A deadlock or a serialisation failure undoes a transaction. The work is tried this many times in all. */
const maxAttempts = 4

/**
 * Runs the work in one transaction, and all of it again after a deadlock or a serialisation failure. So the effects of
 * the work outside of the database must bear a repetition.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return callWithRetry(async () => db.transaction().execute(work))
}

/** Reads everything as of one moment, which several statements alone would not. */
export async function inSnapshot<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/**
 * Calls again after a deadlock or a serialisation failure. The call must open its transaction itself, or be one
 * statement outside of a transaction: a transaction that has failed accepts no further statement.
 */
export async function callWithRetry<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error
    }
  }
}
