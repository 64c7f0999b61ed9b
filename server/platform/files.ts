import { constants } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { Refusal } from './db/refusal.ts'

/** A folder for uploaded files, named {userId}/{timestamp}.{extension} inside it. */
export interface Files {
  /** Stores the bytes, and returns the path once they are safely on the disk. */
  store(userId: string, extension: string, bytes: Buffer): Promise<string>
  read(path: string): Promise<Buffer | undefined>
  remove(path: string): Promise<void>
}

const pathPattern = /^[0-9a-f-]{36}\/\d+\.[a-z]+$/
const ownerOnly = { file: 0o600, folder: 0o700 }
const folderFull = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Opens the files in `folder`. After a crash or power loss, each stored file is whole, and a file that was not yet
 * stored is empty or missing.
 */
export function createFiles(folder: string): Files {
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
        return path
      } catch (error) {
        if (folderFull.has(codeOf(error))) throw new Refusal('upload_storage_full', { cause: error })
        throw error
      }
    },
    async read(path) {
      try {
        return await readFile(resolve(path))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(path) {
      await rm(resolve(path), { force: true })
    },
  }
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
