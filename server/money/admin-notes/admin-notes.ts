import type { AdminNote } from '../../../contract/admin-notes.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { decodeCursor, toPage, type Page } from '../../platform/db/page.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'

interface NotesQuery {
  requestId?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Lists the notes of administrators about a member, or about one request of the member, newest first. */
export async function listAdminNotes(
  db: Db,
  userId: string,
  { requestId, cursor, limit }: NotesQuery,
): Promise<Page<AdminNote>> {
  await refuseNoMember(db, userId)
  let query = selectNotes(db)
    .where('n.user_id', '=', userId)
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
  if (requestId !== undefined) query = query.where('n.request_id', '=', requestId)
  if (cursor !== undefined) query = query.where('n.id', '<', decodeCursor(cursor))
  return toPage(await query.execute(), limit, toNote)
}

interface NewNote {
  userId: string
  requestId: string | null
  content: string
}

/** Adds a note about a member, or about one of the member’s requests, and tells the other administrators’ pages. */
export async function addAdminNote(
  { events, write }: { events: Events; write: Write },
  admin: { actorId: string; ipAddress: string },
  { userId, requestId, content }: NewNote,
): Promise<AdminNote> {
  const note = await write(async (tx) => {
    await refuseClosed(tx, userId)
    if (requestId !== null) await refuseNoRequest(tx, userId, requestId)
    const { id } = await tx
      .insertInto('admin_notes')
      .values({ user_id: userId, request_id: requestId, author_id: admin.actorId, content })
      .returning('id')
      .executeTakeFirstOrThrow()
    const detail = requestId === null ? {} : { requestId }
    await recordAudit(tx, { action: 'note_added', ...admin, subjectId: userId, detail })
    const row = await selectNotes(tx).where('n.user_id', '=', userId).where('n.id', '=', id).executeTakeFirstOrThrow()
    return toNote(row)
  })
  events.publish({ topics: ['notes'], toAdmins: true })
  return note
}

function selectNotes(db: Db) {
  return db
    .selectFrom('admin_notes as n')
    .innerJoin('profiles as author', 'author.id', 'n.author_id')
    .leftJoin('ledger.requests as r', (join) =>
      join.onRef('r.user_id', '=', 'n.user_id').onRef('r.id', '=', 'n.request_id'),
    )
    .select(['n.id', 'n.content', 'n.created_at', 'n.request_id', 'author.full_name', 'r.kind', 'r.number'])
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['execute']>>[number]

function toNote({
  id,
  content,
  created_at: createdAt,
  request_id: requestId,
  full_name: name,
  kind,
  number,
}: NoteRow): AdminNote {
  const hasRequest = requestId !== null && kind !== null && number !== null
  return {
    id,
    author_name: name,
    request: hasRequest ? { id: requestId, kind, number: requestNumber(kind, number) } : null,
    content,
    created_at: createdAt,
  }
}

async function refuseNoMember(db: Db, userId: string): Promise<void> {
  const member = await selectStatus(db, userId).executeTakeFirst()
  if (!member) throw new Refusal('not_found')
}

/**
 * Refuses a member without an open account. The notes about a closed one stay to be read, without their words, and new ones
 * could name the person again. The lock lets a closing wait until the note is there to lose its words, or the note until
 * the account is closed.
 */
async function refuseClosed(tx: Tx, userId: string): Promise<void> {
  const member = await selectStatus(tx, userId).forShare().executeTakeFirst()
  if (!member || member.status === 'Closed') throw new Refusal('not_found')
}

function selectStatus(db: Db, userId: string) {
  return db.selectFrom('profiles').select('status').where('id', '=', userId).where('role', '=', 'user')
}

async function refuseNoRequest(db: Db, userId: string, requestId: string): Promise<void> {
  const request = await db
    .selectFrom('ledger.requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', requestId)
    .executeTakeFirst()
  if (!request) throw new Refusal('not_found')
}
