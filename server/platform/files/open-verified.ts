import { createHash } from 'node:crypto'
import { addAbortSignal, pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'
import { Refusal } from '../db/refusal.ts'
import type { Files, StoredFile } from './files.ts'

/** The whole file is read within this time before its first byte is sent. */
const readMs = 30_000

/**
 * Opens a file if its bytes have this hash (SHA-256). Refuses a missing or altered one with file_altered. The file is read twice,
 * first for its hash and then to be sent. So only a piece of it is in memory, however slow its reader is. The last piece is held back until the second reading has the same hash.
 */
export async function openVerified(files: Files, path: string, sha256: Buffer): Promise<StoredFile> {
  const { digest, size } = await measure(await openThere(files, path))
  if (!digest.equals(sha256)) throw altered(path)
  const { stream } = await openThere(files, path)
  return { size, stream: pipeline(stream, createCheck(path, sha256), () => {}) }
}

async function openThere(files: Files, path: string): Promise<StoredFile> {
  const file = await files.open(path)
  if (!file) throw new Refusal('file_altered', { cause: new Error(`${path} has a row and no file`) })
  return file
}

async function measure({ stream }: StoredFile): Promise<{ digest: Buffer; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of addAbortSignal<Readable>(AbortSignal.timeout(readMs), stream)) {
      const bytes = piece as Buffer
      hash.update(bytes)
      size += bytes.length
    }
  } catch (error) {
    throw new Refusal('files_unavailable', { cause: error })
  }
  return { digest: hash.digest(), size }
}

/** Passes the pieces on, each once the next one is there, and the last one if the hash of all of them is right. */
function createCheck(path: string, sha256: Buffer): Transform {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  return new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      hash.update(piece)
      done(null, held)
      held = piece
    },
    flush(done) {
      if (hash.digest().equals(sha256)) done(null, held)
      else done(altered(path))
    },
  })
}

function altered(path: string): Refusal {
  return new Refusal('file_altered', { cause: new Error(`${path} has other bytes than its row says`) })
}
