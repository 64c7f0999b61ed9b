import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of a program. */
export interface Version {
  /** As package.json has it, such as 1.2.0. */
  version: string
  /** The commit that a release was made of. A program that runs from its sources has none. */
  commit: string | null
}

const root = join(import.meta.dirname, '../..')
const shownLetters = 12

/** The version of this process. */
export const ownVersion = readVersion(root)

/** The same in one word, for people: 1.2.0+67cef74a1b2c. */
export const ownVersionName = nameVersion(ownVersion)

/** Reads the version from the file that a release has, or else from package.json. */
export function readVersion(folder: string): Version {
  const release = join(folder, 'release.json')
  const file = existsSync(release) ? release : join(folder, 'package.json')
  const { version, commit = null } = JSON.parse(readFileSync(file, 'utf8')) as { version: string; commit?: string }
  return { version, commit }
}

/** Adds the start of the commit, and keeps a note that the sources differ from it. */
export function nameVersion({ version, commit }: Version): string {
  if (commit === null) return version
  const [hash = '', ...notes] = commit.split('-')
  return `${version}+${[hash.slice(0, shownLetters), ...notes].join('-')}`
}
