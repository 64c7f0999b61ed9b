import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Writes until nothing more fits. Returns the bytes that were free. */
  fill(): number
  free(): void
  remove(): void
}

/** Makes a disk of its own of so many megabytes in memory. Returns nothing on a machine that does not allow that. */
export function makeSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'et-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', folder])
  if (status !== 0) {
    rmdirSync(folder)
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

function fill(ballast: string): number {
  const file = openSync(ballast, 'w')
  try {
    for (let size = 1 << 20; size >= 1 << 9;) {
      try {
        writeSync(file, Buffer.alloc(size, 1))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        size /= 2
      }
    }
    return fstatSync(file).size
  } finally {
    closeSync(file)
  }
}
