import { sql } from 'kysely'
import { createMailStopUrl, readMailPreferences, type MailStopDeps } from '../../money/notices/mail-preferences.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { unreadReplyMail } from './mails.ts'

/** The moment of the mail about an answer that is stored now. A member who reads it before gets none. */
export const replyMailDue = sql`(now() + interval '10 minutes')`

interface ReplyMailDeps extends MailStopDeps {
  db: Db
  mailOwner: MailOwner
}

/**
 * Mails the members who have not read an answer of support for ten minutes, and returns the number of mails. A member gets
 * one mail until they read again. It enters the outbox together with that note, so no server loses or repeats it by its death,
 * and of several servers at work at once one takes each conversation.
 */
export async function mailReplies(deps: ReplyMailDeps, signal?: AbortSignal): Promise<number> {
  let count = 0
  while (!signal?.aborted) {
    const next = await inTransaction(deps.db, async (tx) => mailNext(tx, deps))
    if (!next) break
    if (next.isMailed) count += 1
  }
  return count
}

async function mailNext(tx: Tx, deps: ReplyMailDeps): Promise<{ isMailed: boolean } | undefined> {
  // The condition on infinity is that of the index, so that the index serves it.
  const { rows } = await sql<{ user_id: string; isMailed: boolean; hasFile: boolean }>`
    update chat_conversations c set reply_due_at = 'infinity' from profiles p
     where (c.user_id, c.id) = (
       select user_id, id from chat_conversations where reply_due_at <= now() and reply_due_at < 'infinity'
        order by reply_due_at limit 1 for no key update skip locked)
       and p.id = c.user_id
    returning c.user_id, c.user_unread_count > 0 and p.status = 'Active' as "isMailed", exists (
      select from (
        select m.file_count from chat_messages m
         where m.user_id = c.user_id and m.conversation_id = c.id and m.sender_id <> c.user_id
         order by m.number desc limit c.user_unread_count) unread
       where unread.file_count > 0) as "hasFile"`.execute(tx)
  const [next] = rows
  if (!next) return undefined
  const { user_id: userId } = next
  const isMailed = next.isMailed && (await readMailPreferences(tx, userId)).chat
  if (isMailed) {
    const links = {
      url: `${deps.config.publicUrl}/dashboard?openChat=true`,
      stopUrl: createMailStopUrl(deps, userId, 'chat'),
    }
    await deps.mailOwner(tx, userId, (translator) => unreadReplyMail(translator, { ...links, hasFile: next.hasFile }))
  }
  return { isMailed }
}
