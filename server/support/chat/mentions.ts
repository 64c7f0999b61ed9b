import { mentionsMax, type listMentions as operation } from '../../../contract/chat.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Db } from '../../platform/db/client.ts'
import { sql } from 'kysely'

/**
 * Lists the newest messages of a member's conversation that are about a request, the newest first. The index
 * chat_messages_by_request serves it.
 */
export async function listMentions(
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<OutputOf<typeof operation>> {
  const rows = await db
    .selectFrom('chat_messages')
    .select(['number', 'created_at', sql<boolean>`sender_id <> user_id`.as('is_from_support')])
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .orderBy('number', 'desc')
    .limit(mentionsMax)
    .execute()
  return { items: rows.map(({ number, ...row }) => ({ ...row, number: Number(number) })) }
}
