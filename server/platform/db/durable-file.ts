import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file that only its owner can read. After a crash or power loss, the whole file is there or none. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.new`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameDurably(draft, path)
}

/** Renames a file, and waits until the folder with its name is on the disk. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  // Windows cannot open a folder to sync it, and does not need to.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(to), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
