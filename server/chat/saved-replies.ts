import { sql } from 'kysely'
import { savedRepliesMax, type SavedReply } from '../../contract/saved-replies.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'

interface Admin {
  actorId: string
  ipAddress: string
}

const columns = ['id', 'title', 'content'] as const

export async function listSavedReplies(db: Db): Promise<{ items: SavedReply[] }> {
  const items = await db
    .selectFrom('saved_replies')
    .select(columns)
    .orderBy(sql`lower(title)`)
    .limit(savedRepliesMax)
    .execute()
  return { items }
}

/** One at a time, so that together there are never more than are listed. */
export async function addSavedReply(
  db: Db,
  admin: Admin,
  { title, content }: Pick<SavedReply, 'title' | 'content'>,
): Promise<SavedReply> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('saved_replies'))`.execute(tx)
    const { count } = await tx
      .selectFrom('saved_replies')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= savedRepliesMax) throw new Refusal('saved_replies_full')
    const reply = await tx
      .insertInto('saved_replies')
      .values({ title, content })
      .onConflict((conflict) => conflict.expression(sql`lower(title)`).doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (!reply) throw new Refusal('reply_title_taken')
    await recordAudit(tx, { action: 'reply_saved', ...admin, detail: { after: { title, content } } })
    return reply
  })
}

export async function deleteSavedReply(db: Db, admin: Admin, replyId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .deleteFrom('saved_replies')
      .where('id', '=', replyId)
      .returning(['title', 'content'])
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found')
    await recordAudit(tx, { action: 'reply_deleted', ...admin, detail: { before } })
  })
}
