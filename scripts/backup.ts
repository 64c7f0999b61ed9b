// Makes a backup of the built-in database while it runs, or when it does not: `npm run backup -- --to /mnt/backups`.
// With `--recorded` it notes that other tools have just backed up a PostgreSQL of the operator.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { takeBackup } from '../server/platform/backup/base-backup.ts'
import { recordOutsideBackup } from '../server/platform/backup/last-backup.ts'
import { openSource } from '../server/platform/backup/open-source.ts'
import { releaseLog } from '../server/platform/backup/ship-log.ts'
import { loadConfig } from '../server/platform/config.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import { StartRefusal } from '../server/platform/db/start-refusal.ts'

try {
  await backUp()
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}

async function backUp(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, recorded: { type: 'boolean' } } })
  const { databaseUrl, dataDir, backupDir, backupKey: key, backupKeep } = loadConfig()
  if (values.recorded) return record(databaseUrl)
  if (databaseUrl) {
    throw new StartRefusal('DATABASE_URL names your own PostgreSQL: back it up by its own tools (docs/operations.md).')
  }
  const folder = values.to === undefined ? backupDir : resolve(values.to)
  if (folder === undefined) throw new StartRefusal('Name a folder: npm run backup -- --to DIR, or set BACKUP_DIR.')
  if (!key) console.warn('This backup is not encrypted: set BACKUP_KEY, or guard it like the data folder.')
  const startMs = performance.now()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => stopping.abort(new StartRefusal('The backup was stopped, and left nothing.')))
  }
  const source = await openSource(dataDir)
  const isKept = folder === backupDir
  try {
    const id = await takeBackup(source, { folder, key, ...(isKept && { keep: backupKeep }) }, stopping.signal)
    console.log(`Backup ${id} is in ${folder} after ${((performance.now() - startMs) / 1000).toFixed(1)} s.`)
  } finally {
    // The log is copied on into the folder of the settings alone.
    if (!isKept) await stopKeepingLog(source.superuserUrl, folder)
    await source.stop()
  }
}

/** Does not throw, as that would hide the reason for which a backup failed. */
async function stopKeepingLog(superuserUrl: string, folder: string): Promise<void> {
  try {
    await withConnection(superuserUrl, (client) => releaseLog(client, folder, 'this'))
  } catch (error) {
    console.error('The database still keeps its log for this backup, until the next one:', error)
    process.exitCode = 1
  }
}

async function record(databaseUrl: string | undefined): Promise<void> {
  if (!databaseUrl) throw new StartRefusal('--recorded is for a PostgreSQL of your own: set DATABASE_URL.')
  await withConnection(databaseUrl, recordOutsideBackup)
  console.log('The dashboard of administrators counts from this backup.')
}
