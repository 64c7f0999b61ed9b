import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from './start-refusal.ts'

/** Creates the data folder, open to its owner only. Refuses the start if nothing can be written to it. */
export function makeDataFolder(path: string): void {
  const probe = join(path, `.probe-${process.pid}`)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '\n', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = reasons[code]
    if (!reason) throw error
    throw new StartRefusal(`DATA_DIR: nothing can be written to ${path}: ${reason}.`, { cause: error })
  }
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'it is read-only',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOENT: 'its place cannot hold a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}
