import { sql } from 'kysely'
import type { ChatConversation } from '../../../contract/chat.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import { replyMailDue } from './reply-mails.ts'

export interface ChatDeps {
  events: Events
  write: Write
}

/**
 * The caller. A member is one side of their own conversation; all administrators together are the other side of each.
 */
export interface Caller {
  role: 'member' | 'admin'
  userId: string
}

/** The column of the conversation that counts the messages a side has not read. */
const unreadColumn = { member: 'user_unread_count', admin: 'admin_unread_count' } as const

export const conversationColumns = [
  'id',
  'user_id',
  'admin_id',
  'last_number',
  'user_unread_count',
  'admin_unread_count',
  'created_at',
] as const

export async function readConversation(db: Db, caller: Caller, userId: string): Promise<ChatConversation> {
  refuseOtherMember(caller, userId)
  const row = await db
    .selectFrom('chat_conversations')
    .select(conversationColumns)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return toConversation(row)
}

/**
 * Opens the only conversation of a member, and makes it if there is none. It notes the first administrator who opens
 * it, and marks the messages to the caller's side as read.
 */
export async function openConversation(deps: ChatDeps, caller: Caller, userId: string): Promise<ChatConversation> {
  refuseOtherMember(caller, userId)
  const unread = sql.ref(unreadColumn[caller.role])
  const hasRead = caller.role === 'member' ? sql`, reply_due_at = null` : sql``
  // An opening without anything to note writes nothing, and so returns no row.
  const { isChanged, conversation } = await deps.write(async (tx) => {
    const { rows } = await sql<ConversationRow>`
    insert into chat_conversations as c (user_id, admin_id)
    select id, ${adminIdOf(caller)}::uuid from profiles where id = ${userId} and role = 'user'
    on conflict (user_id) do update set admin_id = coalesce(c.admin_id, excluded.admin_id), ${unread} = 0${hasRead}
     where c.${unread} > 0 or (c.admin_id is null and excluded.admin_id is not null)
    returning ${sql.join(conversationColumns.map((name) => sql.ref(`c.${name}`)))}`.execute(tx)
    const [row] = rows
    return {
      isChanged: row !== undefined,
      conversation: row ? toConversation(row) : await readConversation(tx, caller, userId),
    }
  })
  if (isChanged) announceChat(deps, conversation.user_id)
  return conversation
}

/**
 * Returns the number of messages that stay unread: those of the other side after this number, and never more than
 * before.
 */
export async function markRead(
  deps: ChatDeps,
  caller: Caller,
  { userId, number }: { userId: string; number: number },
): Promise<{ unread: number }> {
  refuseOtherMember(caller, userId)
  const unread = unreadColumn[caller.role]
  const isOthers = caller.role === 'member' ? sql`sender_id <> user_id` : sql`sender_id = user_id`
  // The absence of a member has ended. Messages that are left begin another one.
  const hasRead =
    caller.role === 'member' ? sql`, reply_due_at = case when later.count > 0 then ${replyMailDue} end` : sql``
  const { ownerId, before, after } = await deps.write(async (tx) => {
    const held = await tx
      .selectFrom('chat_conversations')
      .select(['id', 'user_id', unread])
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!held) throw new Refusal('not_found')
    const left = held[unread]
    if (left === 0) return { ownerId: held.user_id, before: 0, after: 0 }
    // This is a statement of its own. A statement that itself waited for the lock would not see the message that held
    // the lock.
    const { rows } = await sql<{ left: number }>`
      update chat_conversations set ${sql.ref(unread)} = later.count${hasRead} from (
        select count(*) from (
          select from chat_messages
           where user_id = ${userId} and conversation_id = ${held.id} and number > ${number} and ${isOthers}
           limit ${left}) found) later
       where user_id = ${userId} returning ${sql.ref(unread)} as left`.execute(tx)
    return { ownerId: held.user_id, before: left, after: rows[0]?.left ?? 0 }
  })
  if (after < before) announceChat(deps, ownerId)
  return { unread: after }
}

/** Counts the unread messages of a member, who has one conversation or none yet. */
export async function countUnreadOfMember(db: Db, userId: string): Promise<{ unread: number }> {
  const row = await db
    .selectFrom('chat_conversations')
    .modifyFront(hot('own_unread_messages'))
    .select('user_unread_count')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { unread: row?.user_unread_count ?? 0 }
}

/** Counts the unread messages of all conversations, which the administrators share. */
export async function countUnreadOfAdmins(db: Db): Promise<{ unread: number }> {
  const { unread } = await db
    .selectFrom('chat_conversations')
    .select(({ fn }) => fn.sum<string | null>('admin_unread_count').as('unread'))
    // The condition is that of the index chat_conversations_unread, so that the index serves it.
    .where('admin_unread_count', '>', 0)
    .executeTakeFirstOrThrow()
  return { unread: Number(unread ?? 0) }
}

/** Refuses another member's conversation as if it did not exist. */
export function refuseOtherMember(caller: Caller, userId: string): void {
  if (caller.role === 'member' && caller.userId !== userId) throw new Refusal('not_found')
}

/** Announces a change to the two sides of a conversation only. */
export function announceChat({ events }: Pick<ChatDeps, 'events'>, userId: string): void {
  events.publish({ topics: ['chat'], userIds: [userId], toAdmins: true })
}

export function adminIdOf({ role, userId }: Caller): string | null {
  return role === 'admin' ? userId : null
}

export type ConversationRow = Omit<ChatConversation, 'last_number'> & { last_number: string }

export function toConversation({ last_number: lastNumber, ...row }: ConversationRow): ChatConversation {
  return { ...row, last_number: Number(lastNumber) }
}
