import { sql } from 'kysely'
import type { TransferName } from '../../../contract/transfer-name.ts'
import type { Db } from '../../platform/db/client.ts'

/**
 * Reads the transfers and the credit of the first approval that counts. A second administrator approves with the same ones. Null
 * while it has no approval.
 */
export async function readFirstPayment(
  db: Db,
  userId: string,
  requestId: string,
): Promise<{ transfers: TransferName[]; credit: 'full' | 'part' } | null> {
  const { rows } = await sql<{ transfers: string[]; is_part: boolean }>`
    select a.transfers, a.is_part from ledger.requests r
      join ledger.approvals a on a.user_id = r.user_id and a.request_id = r.id and ledger.may_approve(a.administrator_id, r)
     where r.user_id = ${userId} and r.id = ${requestId} order by a.created_at limit 1`.execute(db)
  const first = rows[0]
  if (!first) return null
  const transfers = first.transfers.map((name) => {
    const [hash = '', place = ''] = name.split(':')
    return { hash, log_index: Number(place) }
  })
  return { transfers, credit: first.is_part ? 'part' : 'full' }
}
