import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefusal } from './start-refusal.ts'

const sqliteBusy = 5
/** An instance that was just killed may need a moment to be gone. */
const lastMomentsMs = 500

/**
 * Makes this process the only user of a data folder, and returns the function that gives it back.
 * Node has no file locks of its own, SQLite does. The kernel holds the lock, so it ends with the process however that
 * ends, and there is no stale lock file to judge after a crash.
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
