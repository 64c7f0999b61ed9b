import { sql } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import type { Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { callBy, type Call } from './ledger.ts'

export interface Reversal extends Call {
  /** The administrator who reverses. The idempotency key is theirs. */
  actorId: string
  key: string
  /** The member who made the request. */
  userId: string
  requestId: string
  /** 10 to 500 characters. The member reads it. */
  reason: string
  /** The most coins of new debt that the administrator agrees to. Without it, any. */
  debtMax?: Decimal | undefined
}

/**
 * Moves every leg of an approved request back, once. Returns false if the reversal waits for a second administrator. Refuses
 * with a code of contract/errors.ts, and nothing has moved then.
 */
export async function reverse(tx: Tx, r: Reversal): Promise<{ isReversed: boolean; replayed: boolean }> {
  const row = await runFunction<{ is_reversed: boolean; replayed: boolean }>(
    tx,
    sql`select is_reversed, replayed from ${callBy(r, 'reverse_request', 'reverse', r.actorId)}, ${r.key}::uuid, ${r.userId}::uuid,
      ${r.requestId}::uuid, ${r.reason}::text, ${r.debtMax ?? null}::numeric)`,
  )
  return { isReversed: row.is_reversed, replayed: row.replayed }
}
