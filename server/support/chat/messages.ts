import { sql, type RawBuilder } from 'kysely'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { attachFiles, filesOfMessage } from './chat-files.ts'
import { adminIdOf, announceChat, refuseOtherMember, type ChatDeps, type Caller } from './chat.ts'
import { replyMailDue } from './reply-mails.ts'

interface NewMessage {
  /** The member of the conversation that the message goes to. */
  userId: string
  clientMessageId: string
  content: string
  /** Files that the sender has stored for this conversation. */
  files: readonly { id: string; name: string }[]
  /** A request of the member. */
  requestId: string | null
}

/**
 * Stores a message once, however often it is sent, and makes the conversation if there is none. Both sides get an event
 * even if the message was stored before, as the process that stored it may have died before its event.
 */
export async function sendMessage(deps: ChatDeps, caller: Caller, message: NewMessage): Promise<ChatMessage> {
  refuseOtherMember(caller, message.userId)
  const store = async () => deps.write((tx) => storeMessage(tx, caller, message))
  const stored = await store().catch(async (error: unknown) => {
    if (!isSentTwice(error)) throw error
    // The same message came twice at once, and the other one is stored by now.
    return store()
  })
  if (!stored) throw new Refusal('not_found')
  announceChat(deps, stored.user_id)
  return toMessage(stored)
}

interface ListQuery {
  after?: number | undefined
  before?: number | undefined
  limit: number
}

interface MessagePage {
  items: ChatMessage[]
  last_number: number
  has_more: boolean
}

/**
 * Lists messages in ascending order: the next ones after a number, the last ones before a number, or the newest ones. A
 * member without a conversation has none.
 */
export async function listMessages(
  db: Db,
  caller: Caller,
  { userId, after, before, limit }: ListQuery & { userId: string },
): Promise<MessagePage> {
  refuseOtherMember(caller, userId)
  const isInRange =
    after !== undefined ? sql`m.number > ${after}` : before !== undefined ? sql`m.number < ${before}` : sql`true`
  const direction = after !== undefined ? sql`asc` : sql`desc`
  // The query is one statement, so that the messages and the number of the newest one are of the same moment.
  const { rows } = await sql<{ last_number: string } & (MessageRow | { [Column in keyof MessageRow]: null })>`
    select coalesce(c.last_number, 0) as last_number, m.* from profiles p
      left join chat_conversations c on c.user_id = p.id
      left join lateral (
        select ${columnsFor(caller)} from chat_messages m
         where m.user_id = c.user_id and m.conversation_id = c.id and ${isInRange}
         order by m.number ${direction} limit ${limit + 1}) m on true
     where p.id = ${userId} and p.role = 'user' order by m.number ${direction}`.execute(db)
  const [first] = rows
  if (!first) throw new Refusal('not_found')
  const found = rows.flatMap((row) => (row.id === null ? [] : [toMessage(row)]))
  const items = found.slice(0, limit)
  return {
    items: after === undefined ? items.toReversed() : items,
    last_number: Number(first.last_number),
    has_more: found.length > limit,
  }
}

/** Stores a message with its files, or none of them. Returns undefined if there is no such member, or its account is closed. */
async function storeMessage(tx: Tx, caller: Caller, message: NewMessage): Promise<MessageRow | undefined> {
  const row = await insertMessage(tx, caller, message)
  if (!row?.isNew || message.files.length === 0) return row
  const { userId, files } = message
  await attachFiles(tx, { userId, senderId: caller.userId, messageId: row.id }, files)
  const { rows } = await sql<{ files: ChatMessage['files'] }>`
    select ${filesOfMessage} as files from chat_messages m where m.user_id = ${userId} and m.id = ${row.id}`.execute(tx)
  return { ...row, files: rows[0]?.files ?? [] }
}

/**
 * Stores a message in one statement. Taking the next number locks the conversation's row until the message with that
 * number is committed. So a reader who sees a number can see every message before it. The time of a message is later
 * than that of the one before, even if the clock goes back. The files come after it, so it returns a new message without them.
 */
async function insertMessage(
  tx: Tx,
  caller: Caller,
  { userId, clientMessageId, content, files, requestId }: NewMessage,
): Promise<(MessageRow & { isNew: boolean }) | undefined> {
  const isFromSupport = caller.role === 'admin'
  const { rows } = await sql<MessageRow & { isNew: boolean }>`
    with sent as (
      select * from chat_messages
       where user_id = ${userId} and sender_id = ${caller.userId} and client_message_id = ${clientMessageId}
    ), numbered as (
      insert into chat_conversations as c (user_id, admin_id, last_number, user_unread_count, admin_unread_count, reply_due_at)
      select id, ${adminIdOf(caller)}::uuid, 1, ${isFromSupport ? 1 : 0}, ${isFromSupport ? 0 : 1},
             ${isFromSupport ? replyMailDue : null}::timestamptz
        from profiles where id = ${userId} and role = 'user' and status <> 'Closed' and not exists (select from sent)
      on conflict (user_id) do update set
        admin_id = coalesce(c.admin_id, excluded.admin_id),
        last_number = c.last_number + 1,
        last_active_at = greatest(now(), c.last_active_at + interval '1 microsecond'),
        user_unread_count = c.user_unread_count + excluded.user_unread_count,
        admin_unread_count = c.admin_unread_count + excluded.admin_unread_count,
        reply_due_at = coalesce(c.reply_due_at, excluded.reply_due_at)
      returning user_id, id as conversation_id, last_number, last_active_at
    ), stored as (
      insert into chat_messages (user_id, conversation_id, number, sender_id, client_message_id, content, file_count,
                                 request_id, created_at)
      select user_id, conversation_id, last_number, ${caller.userId}, ${clientMessageId}, ${content}, ${files.length}::smallint,
             ${requestId}::uuid, last_active_at
        from numbered
      returning *
    )
    select ${columnsFor(caller)}, m.is_new as "isNew"
      from (select *, false as is_new from sent union all select *, true from stored) m`.execute(tx)
  return rows[0]
}

function isSentTwice(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'message_sent_once'
}

const messageColumns = sql.join(
  (
    [
      'user_id',
      'id',
      'conversation_id',
      'number',
      'sender_id',
      'client_message_id',
      'content',
      'request_id',
      'created_at',
    ] as const
  ).map((name) => sql.ref(`m.${name}`)),
)

/** Only administrators see the name of the administrator who wrote a message. */
function columnsFor({ role }: Caller): RawBuilder<unknown> {
  const senderName =
    role === 'admin'
      ? sql`(select full_name from profiles where id = m.sender_id and id <> m.user_id)`
      : sql`null::text`
  return sql`${messageColumns}, ${senderName} as sender_name, ${filesOfMessage} as files`
}

type MessageRow = Omit<ChatMessage, 'number' | 'is_from_support' | 'files'> & {
  user_id: string
  number: string
  /** Null for a message that this very statement stores with files. */
  files: ChatMessage['files'] | null
}

function toMessage({ user_id: userId, number, ...row }: MessageRow): ChatMessage {
  const { id, conversation_id, sender_id, sender_name, client_message_id, content, files, request_id, created_at } = row
  return {
    id,
    conversation_id,
    number: Number(number),
    sender_id,
    is_from_support: sender_id !== userId,
    sender_name,
    client_message_id,
    content,
    files: files ?? [],
    request_id,
    created_at,
  }
}
