import { join } from 'node:path'
import type { Config } from '../config.ts'
import { withConnection } from '../db/connect.ts'
import { repeat } from '../repeat.ts'
import { listBackups } from './backup-folder.ts'
import { takeBackup } from './base-backup.ts'
import { releaseLog, shipLog } from './ship-log.ts'
import { shipAllUploads, shipUpload } from './ship-uploads.ts'
import { openVault } from './vault.ts'

type BackupConfig = Pick<Config, 'dataDir' | 'backupDir' | 'backupKey' | 'backupEveryHours' | 'backupKeep'>

interface Source {
  superuserUrl: string
  /** The paths of files that were uploaded and are not copied yet. */
  uploads: Set<string>
  onError: (error: unknown) => void
}

const shipMs = 10_000
const lookMs = 30_000
const hourMs = 3_600_000

/**
 * Copies log and uploads all the time, and makes a whole backup when the last one is old enough, or when a part of the log
 * is missing. Without a folder, it lets PostgreSQL drop its log. Returns the function that ends it.
 */
export function startBackups(config: BackupConfig, { superuserUrl, uploads, onError }: Source): () => Promise<void> {
  const { dataDir, backupDir: folder, backupKey: key, backupEveryHours, backupKeep } = config
  const cluster = join(dataDir, 'postgres')
  const release = async () => withConnection(superuserUrl, async (client) => releaseLog(client, folder, 'others'))
  if (folder === undefined) {
    void release().catch(onError)
    return async () => {}
  }
  const vault = openVault(folder, key)
  let isFirst = true
  let isPartMissing = false
  const shipped = Promise.withResolvers<void>()

  async function shipUploads(): Promise<void> {
    if (isFirst) await shipAllUploads(dataDir, vault)
    isFirst = false
    for (const path of uploads) {
      await shipUpload(dataDir, vault, path)
      uploads.delete(path)
    }
  }

  async function ship(): Promise<void> {
    const work = withConnection(superuserUrl, async (client) =>
      shipLog({ client, cluster, vault, before: shipUploads }),
    )
    if (!(await work.finally(shipped.resolve))) isPartMissing = true
  }

  async function backUpIfDue(signal: AbortSignal): Promise<void> {
    await shipped.promise
    const last = (await listBackups(vault.folder)).at(-1)
    const isDue = !last || isPartMissing || Date.now() - last.finishedAt.getTime() >= backupEveryHours * hourMs
    if (!isDue) return
    await takeBackup({ dataDir, superuserUrl }, { folder: vault.folder, key, keep: backupKeep }, signal)
    isPartMissing = false
  }

  void release().catch(onError)
  const stops = [
    repeat(ship, { everyMs: shipMs, isAtOnce: true, onError }),
    repeat(backUpIfDue, { everyMs: lookMs, isAtOnce: true, onError }),
  ]
  return async () => {
    await Promise.all(stops.map(async (stop) => stop()))
    // The last writes are copied, too, before PostgreSQL stops.
    await ship().catch(onError)
  }
}
