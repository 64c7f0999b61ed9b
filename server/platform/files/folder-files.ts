import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { Refusal } from '../db/refusal.ts'
import { assertPath, type Files, type ListedFile, ownerPattern, pathPattern } from './files.ts'

const ownerOnly = { file: 0o600, folder: 0o700 }
/** Many slow readers at once each hold a piece or two in memory, so a piece is small. */
const pieceBytes = 16 * 1024
const folderFull = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Opens the files in `folder`, {userId}/{timestamp}.{extension} inside it. After a crash or power loss, each stored file is
 * whole, and a file that was not yet stored is empty or missing. There is room for more while the disk has `minFreeBytes`
 * left. `onStored` receives the path of each stored file before the caller does.
 */
export function createFiles(
  folder: string,
  { minFreeBytes = 0, onStored }: { minFreeBytes?: number; onStored?: (path: string) => unknown } = {},
): Files {
  function resolve(path: string): string {
    assertPath(path)
    return join(folder, path)
  }
  return {
    async store(userId, extension, bytes) {
      return refuseFull(async () => {
        await mkdir(join(folder, userId), { recursive: true, mode: ownerOnly.folder })
        const path = await reserveName(resolve, userId, extension)
        await writeWhole(resolve(path), bytes).catch(async (error: unknown) => {
          await rm(resolve(path), { force: true })
          throw error
        })
        onStored?.(path)
        return path
      })
    },
    async put(path, bytes) {
      await refuseFull(async () => {
        await mkdir(dirname(resolve(path)), { recursive: true, mode: ownerOnly.folder })
        await writeWhole(resolve(path), bytes)
      })
    },
    async open(path) {
      try {
        const file = await open(resolve(path))
        const { size } = await file.stat()
        return { size, stream: file.createReadStream({ highWaterMark: pieceBytes }) }
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(path) {
      await rm(resolve(path), { force: true })
    },
    async hasRoom() {
      await mkdir(folder, { recursive: true, mode: ownerOnly.folder })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize >= minFreeBytes
    },
    async *list(after) {
      const owners = (await listNames(folder)).filter((name) => ownerPattern.test(name) && name > after)
      for (const owner of owners.toSorted()) yield listOwner(folder, owner)
    },
    keptDays: 0,
  }
}

async function refuseFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (folderFull.has(codeOf(error))) throw new Refusal('upload_storage_full', { cause: error })
    throw error
  }
}

async function listOwner(folder: string, owner: string): Promise<ListedFile[]> {
  const paths = (await listNames(join(folder, owner))).map((name) => `${owner}/${name}`)
  return Promise.all(
    paths.filter((path) => pathPattern.test(path)).map(async (path) => ({ path, ...(await look(join(folder, path))) })),
  )
}

/** Lists a folder, which may be missing. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
}

/** A file that has just been renamed or removed counts as changed now. */
async function look(path: string): Promise<{ size: number; changedMs: number }> {
  const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: Date.now(), size: 0 }))
  return { size, changedMs: mtimeMs }
}

/** Reserves the name of this millisecond, or of the next free one, by creating an empty file. */
async function reserveName(resolve: (path: string) => string, userId: string, extension: string): Promise<string> {
  for (let timestamp = Date.now(); ; timestamp += 1) {
    const path = `${userId}/${timestamp}.${extension}`
    try {
      const file = await open(resolve(path), 'wx', ownerOnly.file)
      await file.close()
      return path
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const draft = join(dirname(path), `.${randomUUID()}.part`)
  try {
    const file = await open(draft, 'wx', ownerOnly.file)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Makes sure that the name, too, is on the disk. Windows cannot open a folder to sync it, and does not need to. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
