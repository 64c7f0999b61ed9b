import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writePrivateFile } from '../db/durable-file.ts'
import { listBackups } from './backup-folder.ts'
import { listUploads } from './ship-uploads.ts'
import { listNames, removeFile } from './vault.ts'

const goneSchema = z.record(z.string(), z.number())

/**
 * Removes the copies of uploaded files that are gone from the data folder since before the oldest kept backup. No moment
 * that can be restored needs them. The first look that misses a file notes the time.
 */
export async function pruneUploads(dataDir: string, folder: string, now = Date.now()): Promise<void> {
  const [oldest] = await listBackups(folder)
  if (!oldest) return
  const path = join(folder, 'files-gone.json')
  const noted = goneSchema.parse(JSON.parse(await readFile(path, 'utf8').catch(() => '{}')))
  const present = new Set(await listUploads(dataDir))
  const gone: Record<string, number> = {}
  // The vault has the folders of the data folder, and adds an ending to each name.
  for (const copy of await listUploads(folder, async (owner) => listNames(owner))) {
    if (present.has(copy)) continue
    const since = noted[copy] ?? now
    if (since < oldest.finishedAt.getTime()) await removeFile(join(folder, 'files', 'payment_proofs'), copy)
    else gone[copy] = since
  }
  writePrivateFile(path, `${JSON.stringify(gone)}\n`)
}
