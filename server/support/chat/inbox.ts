import { sql } from 'kysely'
import { excerptMaxLength, type ChatMember, type ListedConversation } from '../../../contract/chat.ts'
import { listUsers } from '../../accounts/users/list-users.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor, type KeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
import { firstFileType } from './chat-files.ts'
import { conversationColumns, toConversation } from './chat.ts'

interface InboxQuery {
  unread?: 'true' | undefined
  cursor?: string | undefined
  limit: number
}

interface SearchQuery {
  search: string
  cursor?: string | undefined
  limit: number
}

/** A cursor carries microseconds, as a text could spell a moment that does not exist. */
const momentForm = /^\d{1,16}$/

/** Lists the conversations that all administrators share, the latest active first. */
export async function listConversations(db: Db, query: InboxQuery): Promise<Page<ListedConversation>> {
  const { cursor, limit } = query
  const after = cursor === undefined ? undefined : decodeKeyCursor(cursor, momentForm)
  const rows = await selectByActivity(db, { ...query, after }).execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ active_at: _, ...row }) => ({ ...row, ...toConversation(row) })),
    next_cursor: rows.length > limit && last ? encodeKeyCursor({ key: last.active_at, id: last.user_id }) : null,
  }
}

/**
 * Finds the members whom a text names, each with the newest message of their conversation. Administrators have no
 * conversation.
 */
export async function searchMembers(db: Db, { search, cursor, limit }: SearchQuery): Promise<Page<ChatMember>> {
  const people = await listUsers(db, { search, sort: 'name', order: 'asc', cursor, limit })
  const members = people.items.filter(({ role }) => role === 'user')
  const next = people.next_cursor
  // A page with administrators alone would look like the end of the list, so the next page is read.
  if (members.length === 0 && next !== null) return searchMembers(db, { search, cursor: next, limit })
  const ids = members.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await selectOfMembers(db, ids).execute()
  const rowByMember = new Map(rows.map((row) => [row.user_id, row]))
  const items = members.map(({ id, full_name, email, member_id: memberId }) => {
    const row = rowByMember.get(id)
    return {
      user_id: id,
      full_name,
      email,
      member_id: memberId ?? '',
      admin_unread_count: row?.admin_unread_count ?? 0,
      last_message_at: row?.last_message_at ?? null,
      last_content: row?.last_content ?? null,
      last_file_type: row?.last_file_type ?? null,
      last_sender_name: row?.last_sender_name ?? null,
    }
  })
  return { items, next_cursor: next }
}

/**
 * Selects the next conversations by activity. The index of all conversations serves the whole inbox, and the smaller
 * index of unread ones serves its unread part.
 *
 *     select … from chat_conversations c … order by c.last_active_at desc, c.user_id desc limit 21
 *
 *     Limit
 *       Nested Loop
 *         Index Scan Backward using chat_conversations_by_activity on chat_conversations c
 *         Index Scan using profiles_pkey on profiles p, Index Cond: id = c.user_id
 *         Index Scan using message_number_taken on chat_messages m, Index Cond: user_id = c.user_id AND …
 *
 * With `unread` the outer scan is `Index Scan Backward using chat_conversations_unread`.
 */
function selectByActivity(
  db: Db,
  { unread, after, limit }: Pick<InboxQuery, 'unread' | 'limit'> & { after: KeyCursor | undefined },
) {
  let rows = selectConversations(db)
    .orderBy('c.last_active_at', 'desc')
    .orderBy('c.user_id', 'desc')
    .limit(limit + 1)
  if (unread !== undefined) rows = rows.where('c.admin_unread_count', '>', 0)
  if (after === undefined) return rows
  const moment = sql`timestamptz 'epoch' + ${after.key}::bigint * interval '1 microsecond'`
  return rows.where(sql<boolean>`(c.last_active_at, c.user_id) < (${moment}, ${after.id}::uuid)`)
}

/**
 * Selects the conversations of the members on one page of a search.
 *
 *     select … from chat_conversations c … where c.user_id in ('0199…', '019a…', …)
 *
 *     Nested Loop
 *       Index Scan using one_conversation_per_member on chat_conversations c, Index Cond: user_id = ANY ('{…}')
 *       Index Scan using profiles_pkey on profiles p, Index Cond: id = c.user_id
 *       Index Scan using message_number_taken on chat_messages m, Index Cond: user_id = c.user_id AND …
 */
function selectOfMembers(db: Db, ids: string[]) {
  return selectConversations(db).where('c.user_id', 'in', ids)
}

/** Selects conversations, each with its member and its newest message. Both access paths add their condition. */
function selectConversations(db: Db) {
  return (
    db
      .selectFrom('chat_conversations as c')
      .innerJoin('profiles as p', 'p.id', 'c.user_id')
      .leftJoin('chat_messages as m', (join) =>
        join
          .onRef('m.user_id', '=', 'c.user_id')
          .onRef('m.conversation_id', '=', 'c.id')
          .onRef('m.number', '=', 'c.last_number'),
      )
      .leftJoin('profiles as s', (join) => join.onRef('s.id', '=', 'm.sender_id').onRef('s.id', '<>', 'c.user_id'))
      .select(conversationColumns.map((name) => `c.${name}` as const))
      .select(['p.full_name', 'p.email', 'm.created_at as last_message_at', 's.full_name as last_sender_name'])
      // Only members have conversations, and every member has a member id.
      .select(sql<string>`p.member_id`.as('member_id'))
      .select(sql<string | null>`left(m.content, ${excerptMaxLength})`.as('last_content'))
      .select(firstFileType.as('last_file_type'))
      .select(sql<string>`(extract(epoch from c.last_active_at) * 1000000)::bigint::text`.as('active_at'))
  )
}
