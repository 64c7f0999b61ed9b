import { join } from 'node:path'
import type { Config } from '../config.ts'
import { withConnection } from '../db/connect.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
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

export interface Backups {
  jobs: JobDefinition[]
  /** Copies the last writes, before PostgreSQL stops. */
  stop(): Promise<void>
}

/**
 * Opens the backups of the built-in database. One job copies log and uploads all the time. The other one makes a whole backup when the
 * last one is old enough, or when a part of the log is missing. Without a folder there is no job, and PostgreSQL may drop its log.
 */
export function openBackups(config: BackupConfig, { superuserUrl, uploads, onError }: Source): Backups {
  const { dataDir, backupDir: folder, backupKey: key, backupEveryHours, backupKeep } = config
  const cluster = join(dataDir, 'postgres')
  const release = async () => withConnection(superuserUrl, async (client) => releaseLog(client, folder, 'others'))
  if (folder === undefined) {
    void release().catch(onError)
    return { jobs: [], stop: async () => {} }
  }
  const vault = openVault(folder, key)
  let isFirst = true
  let isPartMissing = false
  let shipping: Promise<void> | undefined
  let wasShipped = false

  /** A file that cannot be copied is tried again, and holds up no other one. */
  async function shipUploads(): Promise<void> {
    const errors: unknown[] = []
    if (isFirst) await shipAllUploads(dataDir, vault).catch((error: unknown) => errors.push(error))
    isFirst = errors.length > 0
    for (const path of uploads) {
      await shipUpload(dataDir, vault, path).then(
        () => uploads.delete(path),
        (error: unknown) => errors.push(error),
      )
    }
    if (errors.length > 0) throw errors[0]
  }

  async function shipNow(): Promise<void> {
    const work = withConnection(superuserUrl, async (client) =>
      shipLog({ client, cluster, vault, uploads: shipUploads }),
    )
    wasShipped = true
    if (!(await work)) isPartMissing = true
  }

  /** Both jobs may ask at the same moment. */
  const ship = async () => (shipping ??= shipNow().finally(() => (shipping = undefined)))

  async function backUpIfDue(signal: AbortSignal): Promise<void> {
    // The log says if a part is missing. If it cannot be copied, its own job says so.
    if (!wasShipped) await ship().catch(() => {})
    const last = (await listBackups(vault.folder)).at(-1)
    const ageMs = last ? Date.now() - last.finishedAt.getTime() : Infinity
    // A backup of the future was made while the clock was wrong, and says nothing about the next one.
    if (!isPartMissing && ageMs >= 0 && ageMs < backupEveryHours * hourMs) return
    const wasPartMissing = isPartMissing
    isPartMissing = false
    try {
      await takeBackup({ dataDir, superuserUrl }, { folder: vault.folder, key, keep: backupKeep }, signal)
    } catch (error) {
      isPartMissing ||= wasPartMissing
      throw error
    }
  }

  void release().catch(onError)
  return {
    jobs: [
      { name: 'backup_log', everyMs: shipMs, work: ship },
      { name: 'backup', everyMs: lookMs, work: backUpIfDue },
    ],
    async stop() {
      await ship().catch(onError)
    },
  }
}
