import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { Files, ListedFile } from '../../platform/files/files.ts'
import type { UploadDeps } from './uploads.ts'

const dayMs = 24 * 60 * 60 * 1000
const pauseMs = 20
/** A run looks at the files of so many members at most. The next one begins at another member. */
const membersMax = 20_000

interface Sweeping {
  signal?: AbortSignal | undefined
  /** Is called for each removed file, so that a sweep that fails on the way has told of those before. */
  onRemoved?: () => unknown
}

/**
 * Removes the uploads that no request or message has used for `days`, and the files without a record, which a killed server leaves.
 * It works member by member, from a random one on. The record of an upload goes first. If this sweep is cut short then, the next
 * one finds a file without a record. In a store, a file stays for some more days after its record is gone, because a backup of the
 * database may name it. Returns the number of removed files. The days are far longer than any upload lasts, so no upload in progress is touched.
 */
export async function sweepUploads(
  { db, files }: UploadDeps,
  days: number,
  { signal, onRemoved = () => {} }: Sweeping = {},
): Promise<number> {
  await forgetRemoved(db, files.keptDays)
  let removed = 0
  let members = 0
  for await (const listed of listFromRandom(files)) {
    for (const [userId, own] of Map.groupBy(listed, ({ path }) => path.slice(0, path.indexOf('/')))) {
      if (signal?.aborted || members >= membersMax) return removed
      removed += await sweepMember({ db, files }, { userId, own, days, onRemoved })
      members += 1
      await sleep(pauseMs)
    }
  }
  return removed
}

/** Lists the files of all members once, in a round that begins at a random one. */
async function* listFromRandom(files: Files): AsyncGenerator<ListedFile[]> {
  const start = randomUUID()
  for await (const page of files.list(start)) yield page
  for await (const page of files.list('')) {
    const before = page.filter(({ path }) => path < `${start}/~`)
    if (before.length > 0) yield before
    if (before.length < page.length) return
  }
}

interface OwnFiles {
  userId: string
  /** The files of the member, or a part of them. The list comes before the records, so a file that is stored meanwhile is not in it. */
  own: ListedFile[]
  days: number
  onRemoved: () => unknown
}

async function sweepMember({ db, files }: UploadDeps, { userId, own, days, onRemoved }: OwnFiles): Promise<number> {
  const olderThan = (age: number) => own.filter(({ changedMs }) => changedMs <= Date.now() - age * dayMs)
  if (olderThan(days).length === 0) return 0
  await sql`select purge_uploads(${userId}::uuid, ${days}::integer)`.execute(db)
  const old = olderThan(days + files.keptDays)
  if (old.length === 0) return 0
  const kept = await listRecorded(db, userId, files.keptDays)
  const stray = old.filter(({ path }) => !kept.has(path))
  for (const { path } of stray) {
    await files.remove(path)
    onRemoved()
  }
  return stray.length
}

/** Forgets the paths of files with a record that went so many days ago. */
async function forgetRemoved(db: Db, keptDays: number): Promise<void> {
  await sql`delete from removed_files where removed_at <= now() - make_interval(days => ${keptDays}::integer)`.execute(
    db,
  )
}

/** Returns the paths of a member's files that have a record, or had one until so many days ago. */
async function listRecorded(db: Db, userId: string, keptDays: number): Promise<Set<string>> {
  const isKept = sql<boolean>`removed_at > now() - make_interval(days => ${keptDays}::integer)`
  const rows = await db
    .selectFrom('uploads')
    .select('path')
    .where('user_id', '=', userId)
    .where((row) => row.or([row('removed_at', 'is', null), isKept]))
    .unionAll(db.selectFrom('chat_files').select('path').where('user_id', '=', userId))
    .unionAll(db.selectFrom('removed_files').select('path').where('user_id', '=', userId).where(isKept))
    .execute()
  return new Set(rows.map(({ path }) => path))
}
