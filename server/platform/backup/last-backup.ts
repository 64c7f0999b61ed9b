import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writePrivateFile } from '../db/durable-file.ts'
import { listBackups } from './backup-folder.ts'

const noteSchema = z.object({ finishedAt: z.string(), folder: z.string() })
const notePath = (dataDir: string) => join(dataDir, 'last-backup.json')

/** Notes a finished backup in the data folder, because the server does not know each folder that was named by hand. */
export function noteBackup(dataDir: string, folder: string, finishedAt: Date): void {
  writePrivateFile(notePath(dataDir), `${JSON.stringify({ finishedAt: finishedAt.toISOString(), folder })}\n`)
}

/**
 * Returns the moment of the last backup in the folder of the settings or, without one, of the last that was made by hand.
 * Backups that are no longer there do not count.
 */
export async function findLastBackup({
  dataDir,
  backupDir,
}: {
  dataDir: string
  backupDir?: string | undefined
}): Promise<Date | undefined> {
  const folder = backupDir ?? (await readNote(dataDir))?.folder
  return folder === undefined ? undefined : (await listBackups(folder)).at(-1)?.finishedAt
}

async function readNote(dataDir: string): Promise<z.infer<typeof noteSchema> | undefined> {
  const text = await readFile(notePath(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : noteSchema.parse(JSON.parse(text))
}
