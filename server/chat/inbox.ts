import { sql } from 'kysely'
import { excerptMaxLength, type ListedConversation } from '../../contract/chat.ts'
import type { Db } from '../db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../db/key-cursor.ts'
import type { Page } from '../db/page.ts'
import { conversationColumns, toConversation } from './chat.ts'

interface InboxQuery {
  unread?: 'true' | undefined
  cursor?: string | undefined
  limit: number
}

/** Microseconds: a moment in text could be one that does not exist. */
const momentForm = /^\d{1,16}$/

/** The conversations that all administrators share, those that something happened in last first. */
export async function listConversations(
  db: Db,
  { unread, cursor, limit }: InboxQuery,
): Promise<Page<ListedConversation>> {
  let rows = db
    .selectFrom('chat_conversations as c')
    .innerJoin('profiles as p', 'p.id', 'c.user_id')
    .leftJoin('chat_messages as m', (join) =>
      join
        .onRef('m.user_id', '=', 'c.user_id')
        .onRef('m.conversation_id', '=', 'c.id')
        .onRef('m.number', '=', 'c.last_number'),
    )
    .select(conversationColumns.map((name) => `c.${name}` as const))
    .select(['p.full_name', 'p.email', 'm.created_at as last_message_at'])
    // Only members have conversations, and every member has a member id.
    .select(sql<string>`p.member_id`.as('member_id'))
    .select(sql<string | null>`left(m.content, ${excerptMaxLength})`.as('last_content'))
    .select(sql<string>`(extract(epoch from c.last_active_at) * 1000000)::bigint::text`.as('active_at'))
    .orderBy('c.last_active_at', 'desc')
    .orderBy('c.user_id', 'desc')
    .limit(limit + 1)
  if (unread !== undefined) rows = rows.where('c.admin_unread_count', '>', 0)
  if (cursor !== undefined) {
    const { key, id } = decodeKeyCursor(cursor, momentForm)
    const moment = sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
    rows = rows.where(sql<boolean>`(c.last_active_at, c.user_id) < (${moment}, ${id}::uuid)`)
  }
  const found = await rows.execute()
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ active_at: _, ...row }) => ({ ...row, ...toConversation(row) })),
    next_cursor: found.length > limit && last ? encodeKeyCursor({ key: last.active_at, id: last.user_id }) : null,
  }
}
