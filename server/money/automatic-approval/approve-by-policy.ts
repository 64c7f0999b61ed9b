import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Events } from '../../platform/events/events.ts'
import { announceRequest } from '../requests/announce.ts'
import { readRequest } from '../requests/lists.ts'

interface PolicyDeps {
  db: Db
  events: Events
}

/**
 * Approves the buys that the policy may approve, one in each transaction, and shows them to their members. Returns how many there
 * were. The ledger judges everything: the switch, the payment, the member and the limits.
 */
export async function approveByPolicy(deps: PolicyDeps, signal?: AbortSignal): Promise<number> {
  let count = 0
  while (!signal?.aborted) {
    const approved = await inTransaction(deps.db, async (tx) => {
      const { rows } = await sql<{ user_id: string | null; request_id: string | null }>`
        select user_id, request_id from ledger.approve_by_policy()`.execute(tx)
      const { user_id: userId, request_id: requestId } = rows[0] ?? {}
      return userId && requestId ? { userId, request: await readRequest(tx, userId, requestId, 'member') } : undefined
    })
    if (!approved) break
    await announceRequest(deps, approved.userId, approved.request)
    count += 1
  }
  return count
}
