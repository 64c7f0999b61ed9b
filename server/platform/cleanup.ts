import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './db/client.ts'

/** Rows that have expired, table by table. An index finds them. None of them is money or a record. */
const overdue = [
  { table: 'rate_limits', isOver: sql`full_at < now()` },
  { table: 'sessions', isOver: sql`expires_at < now()` },
  { table: 'step_up_proofs', isOver: sql`expires_at < now()` },
  { table: 'passkey_challenges', isOver: sql`expires_at < now()` },
  { table: 'two_factor_setups', isOver: sql`expires_at < now()` },
  { table: 'email_tokens', isOver: sql`expires_at < now() - interval '1 day'` },
  { table: 'answered_calls', isOver: sql`created_at < now() - interval '1 week'` },
  { table: 'known_devices', isOver: sql`last_used_at < now() - interval '1 year'` },
  { table: 'mail_outbox', isOver: sql`failed_at < now() - interval '30 days'` },
  // A person may name any address, so that many of these mails are given up.
  {
    table: 'mail_outbox',
    isOver: sql`failed_at < now() - interval '2 days' and owner_id is null and due_at = 'infinity'`,
  },
  { table: 'notice_mails', isOver: sql`failed_at < now() - interval '30 days'` },
]

const batchSize = 500
const pauseMs = 20

/**
 * Removes expired rows a few at a time, so that no call waits for it, and forgets the addresses of expired links to a new email.
 * Returns the number of removed rows. Several servers may do so at once.
 */
export async function deleteExpiredRows(db: Db, signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (const { table, isOver } of overdue) {
    for (let count = batchSize; count === batchSize && !signal?.aborted; removed += count) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${isOver} limit ${batchSize} for update skip locked))`.execute(db)
      count = Number(numAffectedRows)
      await sleep(pauseMs)
    }
  }
  await sql`select forget_expired_email_changes()`.execute(db)
  return removed
}
