import type { Db, Tx } from './client.ts'
import { inTransaction } from './transaction.ts'

/**
 * Does all changes of a call in one transaction, or none. At its end, after all its locks, the caller is checked again.
 * Work that ends the caller's own session must call `judge` before that, after its locks.
 * The work may run again after a deadlock, so its effects outside of the transaction must bear that.
 */
export type Write = <Result>(work: (tx: Tx, judge: () => Promise<void>) => Promise<Result>) => Promise<Result>

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  userId: string
  key: string
  /** The whole input of the call. The same key with other input is the caller's mistake. */
  content: string
}

/**
 * Performs a call once, however often it arrives. `work` gets the function by which it writes, and must return the
 * result of that write. A repeated call gets the stored answer before any other check. So it is never refused because
 * of its own first effect.
 */
export type RunOnce = (call: KeyedCall, write: Write, work: (write: Write) => Promise<unknown>) => Promise<unknown>

/** Creates a write. `recheckCaller` refuses a caller who may no longer change anything. */
export function createWrite(db: Db, recheckCaller: (tx: Tx) => Promise<void>): Write {
  return async (work) =>
    inTransaction(db, async (tx) => {
      let isJudged = false
      const judge = async () => {
        await recheckCaller(tx)
        isJudged = true
      }
      const result = await work(tx, judge)
      if (!isJudged) await judge()
      return result
    })
}
