import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { UploadDeps } from './uploads.ts'

const dayMs = 24 * 60 * 60 * 1000
const pauseMs = 20

/**
 * Removes the uploads that no request or message has used for `days`, and the files without a record, which a killed server leaves.
 * It works member by member. The record of an upload goes first. If this sweep is cut short then, the next one finds a file
 * without a record. Returns the number of removed files. The days are far longer than any upload
 * lasts, so no upload in progress is touched.
 */
export async function sweepUploads({ db, files }: UploadDeps, days: number, signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (const userId of await files.listOwners()) {
    if (signal?.aborted) break
    // The list of files comes before the records. A file that is stored meanwhile is too young for the list.
    const old = await files.listOlder(userId, days * dayMs)
    if (old.length > 0) {
      const kept = await keepUsedUploads(db, userId, days)
      const stray = old.filter((path) => !kept.has(path))
      for (const path of stray) await files.remove(path)
      removed += stray.length
    }
    await sleep(pauseMs)
  }
  return removed
}

/** Removes the records of a member's unused files, and returns the paths of the others. */
async function keepUsedUploads(db: Db, userId: string, days: number): Promise<Set<string>> {
  await sql`select purge_uploads(${userId}::uuid, ${days}::integer)`.execute(db)
  const rows = await db
    .selectFrom('uploads')
    .select('path')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .unionAll(db.selectFrom('chat_files').select('path').where('user_id', '=', userId))
    .execute()
  return new Set(rows.map(({ path }) => path))
}
