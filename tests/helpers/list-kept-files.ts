import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the names of all kept uploads, complete or not. */
export function listKeptFiles(dataDir: string): string[] {
  const folder = join(dataDir, 'files')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}
