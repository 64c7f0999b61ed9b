import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeRelease } from '../../scripts/release/make-release.ts'

export interface TestRelease {
  /** The folder with the archive, its bill of materials and the sums. */
  folder: string
  /** The name of the archive without its ending. */
  name: string
  /** The unpacked archive. */
  unpacked: string
  remove(): void
}

/** Makes a release of these sources, and unpacks it. */
export async function makeTestRelease(): Promise<TestRelease> {
  const place = mkdtempSync(join(tmpdir(), 'et-release-'))
  const folder = join(place, 'release')
  const { archive, name } = await makeRelease(folder)
  const unpacked = join(place, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'])
  return { folder, name, unpacked, remove: () => rmSync(place, { recursive: true }) }
}
