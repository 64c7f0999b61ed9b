import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/operation.ts'
import type { uploadFile } from '../../../contract/uploads.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal, refusalOf } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Files, StoredFile } from '../../platform/files/files.ts'
import { openVerified } from '../../platform/files/open-verified.ts'
import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import { cleanFile, type CleanFile, type UploadType } from './file-content.ts'

export interface UploadDeps {
  db: Db
  files: Files
}

/** The most uploads of a member in an hour: far more than a member needs, and far less than fills a disk. */
const maxPerHour = 60
/** The most bytes that a member stores in a day, and in all. A slip is rarely larger than a megabyte. */
const bytesMax = { day: 100 * 1024 * 1024, all: 1024 * 1024 * 1024 }
/**
 * Checking a picture takes memory and a core, and the rest of the server needs some of both. One account has one of the
 * two places at most.
 */
const limit = createConcurrencyLimit({
  atOnce: 2,
  atOnceOfOne: 1,
  lanes: { pictures: { waitingMax: 20 } },
})

/** Checks and keeps a file that a member sent. */
export async function storeUpload(
  deps: UploadDeps & { write: Write },
  { userId, bytes, declaredType }: { userId: string; bytes: Buffer; declaredType: string },
): Promise<OutputOf<typeof uploadFile>> {
  return keepFile(
    deps,
    { ownerId: userId, senderId: userId, bytes, declaredType },
    {
      checkAllowance: () => checkAllowance(deps.db, userId),
      record: (tx, path, file) => recordUpload(tx, userId, path, file, bytes),
    },
  )
}

interface FileToKeep {
  /** The member of the folder in which the file lies. */
  ownerId: string
  /** The account that sent it. */
  senderId: string
  bytes: Buffer
  declaredType: string
}

interface Keeping<T> {
  /** Refuses a sender who has stored enough, before any work. */
  checkAllowance: () => Promise<void>
  /** Writes the row by which the file can be found. */
  record: (tx: Tx, path: string, file: CleanFile) => Promise<T>
}

/** Checks a file and stores what is left of it, with its row or not at all. Returns what `record` does. */
export async function keepFile<T>(
  { files, write }: Pick<UploadDeps, 'files'> & { write: Write },
  { ownerId, senderId, bytes, declaredType }: FileToKeep,
  { checkAllowance: check, record }: Keeping<T>,
): Promise<T> {
  if (bytes.length === 0) throw new Refusal('file_type_not_accepted')
  await check()
  if (!(await files.hasRoom())) throw new Refusal('upload_storage_full')
  const file = await limit.run('pictures', senderId, async () => cleanFile(bytes, declaredType))
  const path = await files.store(ownerId, file.extension, file.bytes)
  try {
    return await write((tx) => record(tx, path, file))
  } catch (error) {
    // Without its row, the file could never be found. If the database was lost and may have the row, the sweep knows later.
    const isUnknown = !(error instanceof Refusal) && refusalOf(error)?.code === 'outcome_unknown'
    if (!isUnknown) await files.remove(path).catch(() => {})
    throw error
  }
}

export interface UploadContent extends StoredFile {
  type: UploadType
  /** The last part of the file's path. A browser saves the file under this name. */
  name: string
}

/** Opens a stored file for its owner or an administrator. Refuses all others with not_found, and a removed file with file_removed. */
export async function openUpload(
  { db, files }: UploadDeps,
  caller: { role: 'member' | 'admin'; userId: string },
  { userId, uploadId }: { userId: string; uploadId: string },
): Promise<UploadContent> {
  if (caller.role === 'member' && caller.userId !== userId) throw new Refusal('not_found')
  const row = await db
    .selectFrom('uploads')
    .select(['path', 'mime_type', 'sha256', 'removed_at'])
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .executeTakeFirst()
  if (row && row.removed_at !== null) throw new Refusal('file_removed')
  return openKept(files, row)
}

/** Opens a stored file by its row. Refuses a missing row with not_found, and a missing file or other bytes with file_altered. */
export async function openKept(
  files: Files,
  row: { path: string; mime_type: UploadType; sha256: Buffer } | undefined,
): Promise<UploadContent> {
  if (!row) throw new Refusal('not_found')
  const file = await openVerified(files, row.path, row.sha256)
  return { ...file, type: row.mime_type, name: basename(row.path) }
}

async function checkAllowance(db: Db, userId: string): Promise<void> {
  const recent = await db
    .selectFrom('uploads')
    .select(sql<number>`ceil(extract(epoch from created_at + interval '1 hour' - now()))::integer`.as('wait'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .orderBy('id', 'desc')
    .limit(maxPerHour)
    .execute()
  const oldest = recent[maxPerHour - 1]
  if (oldest) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.max(1, oldest.wait) })
  const stored = await db
    .selectFrom('uploads')
    .select([
      sql<string>`coalesce(sum(size_bytes) filter (where removed_at is null), 0)`.as('all'),
      sql<string>`coalesce(sum(size_bytes) filter (where created_at > now() - interval '1 day'), 0)`.as('day'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(stored.day) >= bytesMax.day || Number(stored.all) >= bytesMax.all) throw new Refusal('upload_quota_full')
}

async function recordUpload(tx: Tx, userId: string, path: string, file: CleanFile, original: Buffer) {
  return tx
    .insertInto('uploads')
    .values({
      user_id: userId,
      path,
      mime_type: file.type,
      size_bytes: file.bytes.length,
      sha256: hash(file.bytes),
      original_sha256: hash(original),
    })
    .returning(['id', 'path', 'mime_type', 'size_bytes', 'created_at'])
    .executeTakeFirstOrThrow()
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
