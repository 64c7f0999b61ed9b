import type { Files } from './files.ts'

export interface Copied {
  /** The number of files that were copied. */
  copied: number
  /** The number of files that were there already, with the same bytes. */
  same: number
  /** The sum of the bytes of both. */
  bytes: number
  /** The paths of files that the target holds with other bytes. They were not touched. */
  differing: string[]
}

/**
 * Copies all files from one place to another one that lacks them, and reads each of them back. Both keep what they have. A
 * copy that was cut short is continued by another one, which compares what is there. Throws if a file cannot be read back.
 */
export async function copyFiles(from: Files, to: Files): Promise<Copied> {
  const done: Copied = { copied: 0, same: 0, bytes: 0, differing: [] }
  for await (const page of from.list('')) {
    for (const { path } of page) {
      const bytes = path.includes('/.') ? undefined : await readWhole(from, path)
      // A draft, or a name that an upload under way has taken.
      if (!bytes || bytes.length === 0) continue
      const present = await readWhole(to, path)
      if (present && !present.equals(bytes)) {
        done.differing.push(path)
        continue
      }
      if (!present) await copy(to, path, bytes)
      done[present ? 'same' : 'copied'] += 1
      done.bytes += bytes.length
    }
  }
  return done
}

async function copy(to: Files, path: string, bytes: Buffer): Promise<void> {
  await to.put(path, bytes)
  const kept = await readWhole(to, path)
  if (!kept || !kept.equals(bytes)) throw new Error(`${path} cannot be read back as it was written`)
}

async function readWhole(files: Files, path: string): Promise<Buffer | undefined> {
  const file = await files.open(path)
  return file && Buffer.concat(await file.stream.toArray())
}
