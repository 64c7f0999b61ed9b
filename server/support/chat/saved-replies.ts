import { sql } from 'kysely'
import { replyPurposes, type ReplyPurpose } from '../../../contract/endpoints/saved-replies.ts'
import { savedRepliesMax, type SavedReply } from '../../../contract/saved-replies.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'

interface Admin {
  actorId: string
  ipAddress: string
}

const columns = ['id', 'purpose', 'title', 'content'] as const

export async function listSavedReplies(db: Db): Promise<{ items: SavedReply[] }> {
  const items = await db
    .selectFrom('saved_replies')
    .select(columns)
    .orderBy(sql`lower(title)`)
    .limit(savedRepliesMax * replyPurposes.length)
    .execute()
  return { items }
}

type NewReply = Pick<SavedReply, 'title' | 'content'> & { purpose?: ReplyPurpose | undefined }

/** Adds a reply. Calls wait for each other, so that there are never more replies than the list shows. */
export async function addSavedReply(
  write: Write,
  admin: Admin,
  { purpose = 'chat', title, content }: NewReply,
): Promise<SavedReply> {
  return write(async (tx) => {
    await lockReplies(tx)
    const { count } = await tx
      .selectFrom('saved_replies')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow()
    if (Number(count) >= savedRepliesMax) throw new Refusal('saved_replies_full')
    const reply = await tx
      .insertInto('saved_replies')
      .values({ purpose, title, content })
      .onConflict((conflict) => conflict.expression(sql`purpose, lower(title)`).doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (!reply) throw new Refusal('reply_title_taken')
    await recordAudit(tx, { action: 'reply_saved', ...admin, detail: { after: { title, content } } })
    return reply
  })
}

interface Change {
  replyId: string
  title: string
  content: string
  /** The reply as the administrator saw it before the change. */
  seen: Pick<SavedReply, 'title' | 'content'>
}

/** Changes a reply. Refuses with edited_meanwhile if it is no longer as it was seen, unless it already is as wanted. */
export async function changeSavedReply(
  write: Write,
  admin: Admin,
  { replyId, title, content, seen }: Change,
): Promise<SavedReply> {
  return write(async (tx) => {
    await lockReplies(tx)
    const current = await tx
      .selectFrom('saved_replies')
      .select(columns)
      .where('id', '=', replyId)
      .forUpdate()
      .executeTakeFirst()
    if (!current) throw new Refusal('not_found')
    if (isSame(current, { title, content })) return current
    if (!isSame(current, seen)) throw new Refusal('edited_meanwhile')
    if (await isTaken(tx, current.purpose, title, replyId)) throw new Refusal('reply_title_taken')
    const after = { title, content }
    await tx.updateTable('saved_replies').set(after).where('id', '=', replyId).execute()
    const before = { title: current.title, content: current.content }
    await recordAudit(tx, { action: 'reply_changed', ...admin, detail: { before, after } })
    return { id: replyId, purpose: current.purpose, ...after }
  })
}

export async function deleteSavedReply(write: Write, admin: Admin, replyId: string): Promise<void> {
  await write(async (tx) => {
    const before = await tx
      .deleteFrom('saved_replies')
      .where('id', '=', replyId)
      .returning(['title', 'content'])
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found')
    await recordAudit(tx, { action: 'reply_deleted', ...admin, detail: { before } })
  })
}

/** Makes the calls that add or change a reply wait for each other. */
async function lockReplies(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('saved_replies'))`.execute(tx)
}

async function isTaken(tx: Tx, purpose: ReplyPurpose, title: string, exceptId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('saved_replies')
    .select('id')
    .where('purpose', '=', purpose)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return other !== undefined
}

function isSame(one: Change['seen'], other: Change['seen']): boolean {
  return one.title === other.title && one.content === other.content
}
