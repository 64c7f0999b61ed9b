import { sql } from 'kysely'
import { excerptMaxLength, type ChatMember, type ListedConversation } from '../../../contract/chat.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import type { Page } from '../../platform/db/page.ts'
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

/** The search in the list of all accounts. */
export type ListPeople = (
  db: Db,
  query: SearchQuery & { sort: 'name'; order: 'asc' },
) => Promise<Page<Pick<Profile, 'id' | 'full_name' | 'email' | 'member_id' | 'role'>>>

/** A cursor carries microseconds, as a text could spell a moment that does not exist. */
const momentForm = /^\d{1,16}$/

/** Lists the conversations that all administrators share, the latest active first. */
export async function listConversations(
  db: Db,
  { unread, cursor, limit }: InboxQuery,
): Promise<Page<ListedConversation>> {
  let rows = selectConversations(db)
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

/**
 * Finds the members whom a text names, each with the newest message of their conversation. Administrators have no
 * conversation.
 */
export async function searchMembers(
  { db, listPeople }: { db: Db; listPeople: ListPeople },
  { search, cursor, limit }: SearchQuery,
): Promise<Page<ChatMember>> {
  const people = await listPeople(db, { search, sort: 'name', order: 'asc', cursor, limit })
  const members = people.items.filter(({ role }) => role === 'user')
  const next = people.next_cursor
  // A page with administrators alone would look like the end of the list, so the next page is read.
  if (members.length === 0 && next !== null) return searchMembers({ db, listPeople }, { search, cursor: next, limit })
  const ids = members.map(({ id }) => id)
  const held = ids.length === 0 ? [] : await selectConversations(db).where('c.user_id', 'in', ids).execute()
  const heldBy = new Map(held.map((row) => [row.user_id, row]))
  const items = members.map(({ id, full_name, email, member_id: memberId }) => {
    const row = heldBy.get(id)
    return {
      user_id: id,
      full_name,
      email,
      member_id: memberId ?? '',
      admin_unread_count: row?.admin_unread_count ?? 0,
      last_message_at: row?.last_message_at ?? null,
      last_content: row?.last_content ?? null,
      last_sender_name: row?.last_sender_name ?? null,
    }
  })
  return { items, next_cursor: next }
}

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
      .select(sql<string>`(extract(epoch from c.last_active_at) * 1000000)::bigint::text`.as('active_at'))
  )
}
