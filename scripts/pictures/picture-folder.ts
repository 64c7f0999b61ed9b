import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listPictures, pictureFile } from './picture-list.ts'

const index = 'README.md'

/**
 * Removes older pictures from the folder. Throws if a folder of the caller's own holds other files, which would be
 * lost.
 */
export function emptyFolder(folder: string, { isOwn }: { isOwn: boolean }): void {
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder)
  const older = names.filter((name) => name.endsWith('.webp'))
  const known = new Set(listPictures({ isComplete: true }).map(pictureFile))
  const other = names.find((name) => !known.has(name) && (name !== index || older.length === 0))
  if (isOwn && other) throw new Error(`${folder} has other files, such as ${other}: name a new or an empty folder.`)
  for (const name of older) rmSync(join(folder, name))
}
