import type { Db } from './client.ts'
import { isRetryable } from './refusal.ts'

/**
 * Does all of what a call changes in one transaction, or nothing: its caller is judged again at its end, after every lock
 * that it waited for. Work that itself ends the caller's session asks for the judgement before that, after its locks.
 * It may run again after a deadlock, so what it does outside of the transaction has to bear that.
 */
export type Write = <Result>(work: (tx: Db, judge: () => Promise<void>) => Promise<Result>) => Promise<Result>

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  userId: string
  key: string
  /** Everything that was asked for: the same key with anything else is a mistake of the caller. */
  content: string
}

/**
 * Does what a call asks for once, however often it comes: `work` gets the write by which it changes something, and what it
 * writes is what it answers. The same call again gets that answer before anything is looked at, so that nobody is refused
 * for what they themselves have done.
 */
export type AnswerOnce = (call: KeyedCall, write: Write, work: (write: Write) => Promise<unknown>) => Promise<unknown>

const maxAttempts = 4

/** `judgeCaller` refuses a caller who may not change anything any more. */
export function createWrite(db: Db, judgeCaller: (tx: Db) => Promise<void>): Write {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute(async (tx) => {
          let isJudged = false
          const judge = async () => {
            await judgeCaller(tx)
            isJudged = true
          }
          const result = await work(tx, judge)
          if (!isJudged) await judge()
          return result
        })
      } catch (error) {
        if (attempt === maxAttempts || !isRetryable(error)) throw error
      }
    }
  }
}
