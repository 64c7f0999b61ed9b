import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ChatFile, uploadChatFile as uploadOperation } from '../../../contract/chat.ts'
import { chatFileBytesDaily } from '../../../contract/endpoints/chat.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import { readPictureHeader } from '../../../contract/picture-header.ts'
import type { CleanFile, UploadType } from '../../money/slips/file-content.ts'
import { keepFile, openKept, type UploadContent, type UploadDeps } from '../../money/slips/uploads.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import { refuseOtherMember, type Caller } from './chat.ts'

interface SentFile {
  /** The member of the conversation. */
  userId: string
  bytes: Buffer
  declaredType: string
}

/**
 * Checks and keeps a file for a message that the caller is going to send. It lies in the folder of the member, also
 * when an administrator sends it. Returns its id, type, bytes and pixels.
 */
export async function storeChatFile(
  deps: UploadDeps & { write: Write },
  caller: Caller,
  { userId, bytes, declaredType }: SentFile,
): Promise<OutputOf<typeof uploadOperation>> {
  refuseOtherMember(caller, userId)
  return keepFile(
    deps,
    { ownerId: userId, senderId: caller.userId, bytes, declaredType },
    {
      checkAllowance: () => checkAllowance(deps.db, caller, userId),
      record: (tx, path, file) => recordFile(tx, { userId, senderId: caller.userId, path }, file),
    },
  )
}

/**
 * Opens a file of a conversation for its member or an administrator. A file that no message has yet is its sender's
 * alone. Refuses all others with not_found.
 */
export async function openChatFile(
  { db, files }: UploadDeps,
  caller: Caller,
  { userId, fileId }: { userId: string; fileId: string },
): Promise<UploadContent> {
  refuseOtherMember(caller, userId)
  const row = await db
    .selectFrom('chat_files')
    .select(['path', 'mime_type', 'sha256'])
    .where('user_id', '=', userId)
    .where('id', '=', fileId)
    .where((row) => row.or([row('message_id', 'is not', null), row('sender_id', '=', caller.userId)]))
    .executeTakeFirst()
  return openKept(files, row)
}

/**
 * Gives files to a message that has just been stored, in their order. Refuses with chat_file_gone unless each of them
 * is the sender's, lies in this conversation and belongs to no other message.
 */
export async function attachFiles(
  tx: Tx,
  { userId, senderId, messageId }: { userId: string; senderId: string; messageId: string },
  files: readonly { id: string; name: string }[],
): Promise<void> {
  if (files.length === 0) return
  const { rows } = await sql`
    update chat_files f set message_id = ${messageId}, position = sent.position,
           name = case when f.mime_type = 'application/pdf' then ${endedBy('pdf', 'File')}
                       when f.mime_type = 'image/png' then ${endedBy('png', 'Picture')}
                       else ${endedBy('jpe?g', 'Picture')} end
      from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ name }) => name)}::text[])
           with ordinality as sent (id, name, position)
     where f.user_id = ${userId} and f.id = sent.id and f.sender_id = ${senderId} and f.message_id is null
    returning f.id`.execute(tx)
  // The refusal undoes the message with its number.
  if (rows.length !== files.length) throw new Refusal('chat_file_gone')
}

/** The name of a file with the ending of its type, so that no name promises anything else. */
function endedBy(ending: 'pdf' | 'png' | 'jpe?g', unnamed: string) {
  const added = ending === 'jpe?g' ? '.jpg' : `.${ending}`
  return sql`case when sent.name = '' then ${unnamed + added} when sent.name ~* ${`.\\.${ending}$`} then sent.name
                  else sent.name || ${added} end`
}

/** The files of the message `m`, in their order, as JSON. */
export const filesOfMessage = sql<ChatFile[]>`case when m.file_count = 0 then '[]'::json else (
  select json_agg(json_build_object('id', f.id, 'mime_type', f.mime_type, 'size_bytes', f.size_bytes, 'width', f.width,
                                    'height', f.height, 'name', f.name) order by f.position)
    from chat_files f where f.user_id = m.user_id and f.message_id = m.id) end`

/** The type of the first file of the message `m`; null without files. */
export const firstFileType = sql<UploadType | null>`(
  select f.mime_type from chat_files f where m.file_count > 0 and f.user_id = m.user_id and f.message_id = m.id
   order by f.position limit 1)`

/** Each side may send so many bytes into a conversation in a day. */
async function checkAllowance(db: Db, { role }: Caller, userId: string): Promise<void> {
  const isOfSide = role === 'member' ? sql<boolean>`sender_id = user_id` : sql<boolean>`sender_id <> user_id`
  const { bytes } = await db
    .selectFrom('chat_files')
    .select(sql<string>`coalesce(sum(size_bytes), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .where(isOfSide)
    .executeTakeFirstOrThrow()
  if (Number(bytes) >= chatFileBytesDaily) throw new Refusal('chat_quota_full')
}

async function recordFile(
  tx: Tx,
  { userId, senderId, path }: { userId: string; senderId: string; path: string },
  { type, bytes }: CleanFile,
) {
  const { width = null, height = null } = readPictureHeader(bytes) ?? {}
  const { rows } = await sql<OutputOf<typeof uploadOperation>>`
    insert into chat_files (user_id, sender_id, path, mime_type, size_bytes, sha256, width, height)
    select id, ${senderId}, ${path}, ${type}, ${bytes.length}, ${createHash('sha256').update(bytes).digest()}, ${width}::integer, ${height}::integer
      from profiles where id = ${userId} and role = 'user' and status <> 'Closed'
    returning id, mime_type, size_bytes, width, height`.execute(tx)
  const [row] = rows
  if (!row) throw new Refusal('not_found')
  return row
}
