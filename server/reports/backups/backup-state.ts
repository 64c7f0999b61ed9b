import type { BackupState } from '../../../contract/backups.ts'
import { findLastBackup } from '../../platform/backup/last-backup.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Installation } from '../../money/settings/settings.ts'

export interface Watched {
  db: Db
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'backupDir' | 'backupWarnHours'>
  installation: Pick<Installation, 'isDemo'>
}

const hourMs = 3_600_000

export async function readBackupState({ db, config, installation }: Watched, now = Date.now()): Promise<BackupState> {
  const { databaseUrl, backupWarnHours: warnHours } = config
  const last = await findLastBackup({ db, config })
  if (databaseUrl !== undefined && !last) return { state: 'unknown', last_backup_at: null, warn_hours: warnHours }
  const lateMs = now - (last?.getTime() ?? 0) - warnHours * hourMs
  const state = last === undefined ? 'none' : lateMs > 0 ? 'late' : 'good'
  const isWatched = warnHours > 0 && !installation.isDemo
  return {
    state: isWatched ? state : 'unwatched',
    last_backup_at: last?.toISOString() ?? null,
    warn_hours: warnHours,
  }
}
