import type { Db } from '../db/client.ts'

/** A member has one conversation, or none yet. */
export async function countUnreadOfMember(db: Db, userId: string): Promise<{ unread: number }> {
  const row = await db
    .selectFrom('chat_conversations')
    .select('user_unread_count')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { unread: row?.user_unread_count ?? 0 }
}

/** The administrators share one inbox with all conversations. */
export async function countUnreadOfAdmins(db: Db): Promise<{ unread: number }> {
  const { unread } = await db
    .selectFrom('chat_conversations')
    .select(({ fn }) => fn.sum<string | null>('admin_unread_count').as('unread'))
    // As the index chat_conversations_unread has it.
    .where('admin_unread_count', '>', 0)
    .executeTakeFirstOrThrow()
  return { unread: Number(unread ?? 0) }
}
