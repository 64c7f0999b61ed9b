import type { CallOrigin } from '../../../contract/request-review.ts'
import type { Db } from '../../platform/db/client.ts'
import { readRequest } from './lists.ts'

/** Reads the origins of the calls that made and decided a request, oldest first. Refuses with not_found. */
export async function readOrigins(db: Db, userId: string, requestId: string): Promise<{ items: CallOrigin[] }> {
  await readRequest(db, userId, requestId, 'admin')
  const items = await db
    .selectFrom('ledger.call_origins as o')
    .innerJoin('profiles as p', 'p.id', 'o.caller_id')
    .select(['o.call', 'p.full_name as caller_name', 'o.ip_address', 'o.user_agent', 'o.session_id', 'o.created_at'])
    .where('o.subject_id', '=', userId)
    .where('o.request_id', '=', requestId)
    .orderBy('o.created_at')
    .orderBy('o.key')
    .execute()
  return { items: items as CallOrigin[] }
}
