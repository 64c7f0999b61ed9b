import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'

/**
 * Tells the browsers of members that have open buys which these transactions may pay: they name one, have its amount, or have registered
 * its sender. Tells those of administrators about final transfers. Each of them then reads what it may see.
 */
export async function announceTransfers(db: Db, events: Events, hashes: string[]): Promise<void> {
  const { rows } = await sql<{ user_id: string | null }>`
    select q.user_id from chain_transactions t
      join ledger.requests q on q.kind = 'buy' and q.status = 'pending' and q.usdt_amount = t.hint_units * 0.000001
     where t.hash = any(${hashes})
    union
    select q.user_id from ledger.requests q
     where q.transaction_hash is not null and q.status = 'pending' and ledger.comparable_hash(q.transaction_hash) = any(${hashes})
    union
    select s.user_id from chain_transfers c join sending_addresses s on s.address = c.from_address where c.transaction_hash = any(${hashes})
    union
    select null from chain_transfers c where c.transaction_hash = any(${hashes})`.execute(db)
  const userIds = rows.flatMap(({ user_id: userId }) => userId ?? [])
  if (userIds.length > 0) events.publish({ topics: ['requests'], userIds })
  if (rows.some(({ user_id: userId }) => userId === null)) events.publish({ topics: ['requests'], toAdmins: true })
}
