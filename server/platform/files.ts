import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Refusal } from './db/refusal.ts'

/** A folder for uploaded files, named {userId}/{timestamp}.{extension} inside it. */
export interface Files {
  /** Stores the bytes, and returns the path once they are safely on the disk. */
  store(userId: string, extension: string, bytes: Buffer): Promise<string>
  /** Opens a file to read it piece by piece. Returns undefined for a missing one. */
  open(path: string): Promise<StoredFile | undefined>
  remove(path: string): Promise<void>
  /** True while the disk has room for another file and, beyond that, for the database. */
  hasRoom(): Promise<boolean>
  /** Lists the ids of the users who have a folder. */
  listOwners(): Promise<string[]>
  /** Lists the paths of a user's files of at least this age, with those that a killed upload left unfinished. */
  listOlder(userId: string, ageMs: number): Promise<string[]>
}

export interface StoredFile {
  size: number
  /** The bytes. The file closes when the stream ends or is destroyed. */
  stream: Readable
}

const ownerPattern = /^[0-9a-f-]{36}$/
/** The second form is the draft of a file that is being written. */
const pathPattern = /^[0-9a-f-]{36}\/(\d+\.[a-z]+|\.[0-9a-f-]{36}\.part)$/
const ownerOnly = { file: 0o600, folder: 0o700 }
/** Many slow readers at once each hold a piece or two in memory, so a piece is small. */
const pieceBytes = 16 * 1024
const folderFull = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Opens the files in `folder`. After a crash or power loss, each stored file is whole, and a file that was not yet
 * stored is empty or missing. There is room for more while the disk has `minFreeBytes` left. `onStored` receives the path of
 * each file before the caller does.
 */
export function createFiles(
  folder: string,
  { minFreeBytes = 0, onStored }: { minFreeBytes?: number; onStored?: (path: string) => unknown } = {},
): Files {
  function resolve(path: string): string {
    if (!pathPattern.test(path)) throw new Error('not the path of a stored file')
    return join(folder, path)
  }
  return {
    async store(userId, extension, bytes) {
      try {
        await mkdir(join(folder, userId), { recursive: true, mode: ownerOnly.folder })
        const path = await reserveName(resolve, userId, extension)
        await writeWhole(resolve(path), bytes).catch(async (error: unknown) => {
          await rm(resolve(path), { force: true })
          throw error
        })
        onStored?.(path)
        return path
      } catch (error) {
        if (folderFull.has(codeOf(error))) throw new Refusal('upload_storage_full', { cause: error })
        throw error
      }
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
    listOwners: async () => (await listNames(folder)).filter((name) => ownerPattern.test(name)),
    async listOlder(userId, ageMs) {
      const paths = (await listNames(join(folder, userId))).map((name) => `${userId}/${name}`)
      const ages = await Promise.all(
        paths.map(async (path) => ({ path, changedMs: await readChange(join(folder, path)) })),
      )
      const latestMs = Date.now() - ageMs
      return ages
        .filter(({ path, changedMs }) => pathPattern.test(path) && changedMs <= latestMs)
        .map(({ path }) => path)
    },
  }
}

/** Lists a folder, which may be missing. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
}

/** Returns the moment of a file's last change, or now for one that has just been renamed or removed. */
async function readChange(path: string): Promise<number> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
  return mtimeMs
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
