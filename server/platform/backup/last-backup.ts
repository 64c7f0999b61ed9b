import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type pg from 'pg'
import type { Db } from '../db/client.ts'
import { writePrivateFile } from '../db/durable-file.ts'
import { type BackupId, listBackups } from './backup-folder.ts'

const noteSchema = z.object({ finishedAt: z.string(), folder: z.string() })
const lookMaxMs = 2_000
const notePath = (dataDir: string) => join(dataDir, 'last-backup.json')

/** Notes a finished backup in the data folder, because the server does not know each folder that was named by hand. */
export function noteBackup(dataDir: string, folder: string, finishedAt: Date): void {
  writePrivateFile(notePath(dataDir), `${JSON.stringify({ finishedAt: finishedAt.toISOString(), folder })}\n`)
}

/** Records that other tools have made a good backup of the operator's own PostgreSQL, with the login that owns it. */
export async function recordOutsideBackup(owner: pg.Client): Promise<void> {
  await owner.query(`INSERT INTO outside_backups (finished_at) VALUES (now())
    ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at`)
}

/** Returns the moment that was recorded last. */
async function readOutsideBackup(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('outside_backups').select('finished_at').executeTakeFirst()
  return row && new Date(row.finished_at)
}

interface Backed {
  db: Db
  config: { dataDir: string; backupDir?: string | undefined; databaseUrl?: string | undefined }
}

/**
 * Returns the moment of the last backup: of a PostgreSQL of the operator the last that was recorded. Otherwise it is the last in the
 * folder of the settings or, without one, the last that was made by hand. Backups that are no longer there do not count, nor does a
 * folder that does not answer in time.
 */
export async function findLastBackup({ db, config }: Backed): Promise<Date | undefined> {
  const { dataDir, backupDir, databaseUrl } = config
  if (databaseUrl !== undefined) return readOutsideBackup(db)
  const folder = backupDir ?? (await readNote(dataDir))?.folder
  return folder === undefined ? undefined : (await look(folder)).at(-1)?.finishedAt
}

const looks = new Map<string, Promise<BackupId[]>>()

/**
 * Lists the backups of a folder, or none after two seconds. A look into a network disk that is away never ends, and holds a thread of the
 * process. So there is one look at a time.
 */
async function look(folder: string): Promise<BackupId[]> {
  const underWay = looks.get(folder) ?? listBackups(folder).finally(() => looks.delete(folder))
  looks.set(folder, underWay)
  return Promise.race([underWay, sleep(lookMaxMs, [], { ref: false })])
}

async function readNote(dataDir: string): Promise<z.infer<typeof noteSchema> | undefined> {
  const text = await readFile(notePath(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : noteSchema.parse(JSON.parse(text))
}
