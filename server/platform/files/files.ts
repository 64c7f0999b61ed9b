import type { Readable } from 'node:stream'

/** A place of uploaded files: a folder, or a bucket of an S3-compatible store. Paths are {userId}/{timestamp}.{extension}. */
export interface Files {
  /** Keeps the bytes under a new path, and returns it once they are safe. Refuses with upload_storage_full or files_unavailable. */
  store(userId: string, extension: string, bytes: Buffer): Promise<string>
  /** Keeps the bytes under this path, as a move of files does. A file that is there is replaced as a whole. */
  put(path: string, bytes: Buffer): Promise<void>
  /** Opens a file to read it piece by piece. Returns undefined for a missing one. */
  open(path: string): Promise<StoredFile | undefined>
  /** Removes a file, which may be missing. */
  remove(path: string): Promise<void>
  /** True while there is room for another file and, on a disk, for the database beyond that. */
  hasRoom(): Promise<boolean>
  /**
   * Lists all files of the users with an id above `after`, in the order of these ids, with those that a killed upload left
   * unfinished. A page has no more than a thousand files of many users, or all files of one user.
   */
  list(after: string): AsyncIterable<ListedFile[]>
  /** For so many days a file without a row stays, because a backup of the database may still name it. */
  keptDays: number
}

export interface StoredFile {
  /** The bytes of the whole file. */
  size: number
  /** The bytes. The file closes when the stream ends or is destroyed. */
  stream: Readable
}

export interface ListedFile {
  path: string
  size: number
  /** The moment of the last change, in milliseconds since 1970. */
  changedMs: number
}

export const ownerPattern = /^[0-9a-f-]{36}$/
/** The second form is the draft of a file that is being written. */
export const pathPattern = /^[0-9a-f-]{36}\/(\d+\.[a-z]+|\.[0-9a-f-]{36}\.part)$/

/** Refuses a path that the server has not made. */
export function assertPath(path: string): void {
  if (!pathPattern.test(path)) throw new Error('not the path of a stored file')
}
