import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefusal } from './start-refusal.ts'

const sqliteBusy = 5
/** An instance that was just killed may need a moment to end. */
const lastMomentsMs = 500

/**
 * Makes this process the only user of a data folder. Returns the function that releases the lock. Node has no file
 * locks, but SQLite has. The kernel holds the lock, so it ends with the process, and a crash leaves no stale lock file.
 */
export function lockDataFolder(dataDir: string): () => void {
  const pidFile = join(dataDir, 'instance.pid')
  const lock = new DatabaseSync(join(dataDir, 'instance.lock'), { timeout: lastMomentsMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new StartRefusal(`The data folder ${dataDir} is in use by another instance (pid ${readPid(pidFile)}).`)
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  return () => {
    if (lock.isOpen) lock.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
