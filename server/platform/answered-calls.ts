import type { Db, Tx } from './db/client.ts'
import { hot } from './db/prepared.ts'
import { Refusal } from './db/refusal.ts'
import type { RunOnce, KeyedCall, Write } from './db/write.ts'
import { encryptionContexts } from './encryption/contexts.ts'
import type { Encryption } from './encryption/encryption.ts'

const context = encryptionContexts.answeredCall

/** Commits the key and the answer together with the change, so no call is changed but unanswered. */
export function createRunOnce({ db, encryption }: { db: Db; encryption: Encryption }): RunOnce {
  return async (call, write, work) => {
    const fingerprint = encryption.digest(call.content, context)
    const earlier = await findAnswer({ db, encryption }, call, fingerprint)
    if (earlier) return earlier.answer
    let kept: { answer: unknown } | undefined
    const writeOnce: Write = (change) =>
      write(async (tx, judge) => {
        await claim(tx, call, fingerprint)
        const answer = await change(tx, judge)
        await keepAnswer(tx, call, encryption.encrypt(JSON.stringify(answer), context))
        kept = { answer }
        return answer
      })
    const answer = await work(writeOnce).catch(async (error: unknown) => {
      // The same call may have been answered meanwhile, and its row made this one fail.
      const meanwhile = await findAnswer({ db, encryption }, call, fingerprint)
      if (meanwhile) return meanwhile.answer
      throw error
    })
    if (kept && kept.answer !== answer) {
      throw new Error('a call answered something else than what it kept for the next time')
    }
    return answer
  }
}

async function findAnswer(
  { db, encryption }: { db: Db; encryption: Encryption },
  { userId, key }: KeyedCall,
  fingerprint: Buffer,
): Promise<{ answer: unknown } | undefined> {
  const row = await db
    .selectFrom('answered_calls')
    .modifyFront(hot('answered_call'))
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  if (!row.answer || !row.fingerprint.equals(fingerprint)) throw new Refusal('idempotency_key_reused')
  return { answer: JSON.parse(encryption.decrypt(row.answer, context)) as unknown }
}

/** Claims the key of a call. The same call at the same moment waits here until the first one ends. */
async function claim(tx: Tx, { userId, key }: KeyedCall, fingerprint: Buffer): Promise<void> {
  const row = await tx
    .insertInto('answered_calls')
    .values({ user_id: userId, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!row) throw new Refusal('outcome_unknown')
}

async function keepAnswer(tx: Tx, { userId, key }: KeyedCall, answer: Buffer): Promise<void> {
  await tx.updateTable('answered_calls').set({ answer }).where('user_id', '=', userId).where('key', '=', key).execute()
}
