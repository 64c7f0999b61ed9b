import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, type ReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartRefusal } from '../db/start-refusal.ts'

/** A folder of backups: each file in it is compressed, and encrypted if there is a key. */
export interface Vault {
  folder: string
  /** Tells keys apart without revealing them. */
  keyId: string
  /** Writes a file, which is there whole or not at all. Returns the hash and the size of its bytes. */
  write(name: string, bytes: Readable): Promise<Written>
  /** Reads a file, and writes its bytes into another one. Throws if a byte of it was changed. */
  read(name: string, path: string): Promise<Written>
  has(name: string): Promise<boolean>
}

export interface Written {
  sha256: string
  size: number
}

const algorithm = 'aes-256-gcm'
const magic = Buffer.from('ETB1')
const saltBytes = 32
const tagBytes = 16
const keyBytes = 32
const nonceBytes = 12
const headBytes = magic.length + saltBytes
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Opens a folder of backups. The key is 32 or more random bytes in base64url. */
export function openVault(folder: string, key: string | undefined): Vault {
  const ending = key === undefined ? '.zst' : '.zst.enc'
  const place = (name: string) => join(folder, `${name}${ending}`)
  return {
    folder,
    keyId:
      key === undefined
        ? 'none'
        : Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'id', 8)).toString('hex'),
    async write(name, bytes) {
      const path = place(name)
      const draft = `${path}.part`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const measure = createMeasure()
      const file = createWriteStream(draft, { mode: 0o600, flush: true })
      try {
        await pipeline(bytes, measure, createZstdCompress(fast), key ? encrypt(key, name) : new PassThrough(), file)
        await rename(draft, path)
      } catch (error) {
        // The disk may be full. This piece must not keep it so.
        await rm(draft, { force: true })
        throw error
      }
      return measure.written()
    },
    async read(name, path) {
      const measure = createMeasure()
      const bytes = key ? await openEncrypted(place(name), key, name) : [createReadStream(place(name))]
      const file = createWriteStream(path, { mode: 0o600, flush: true })
      await pipeline([...bytes, createZstdDecompress(), measure, file] as never).catch((error: unknown) => {
        throw new StartRefusal(`${place(name)} cannot be read: it is damaged, or BACKUP_KEY is another one.`, {
          cause: error,
        })
      })
      return measure.written()
    },
    has: async (name) => existsSync(place(name)),
  }
}

/** Removes the endings that a vault adds to names. Returns undefined for a draft. */
export function nameOf(file: string): string | undefined {
  return /^(.+?)\.zst(?:\.enc)?$/.exec(file)?.[1]
}

/** Lists the names in a folder of a vault, which may be missing. */
export async function listNames(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  return files.flatMap((file) => nameOf(file) ?? [])
}

export async function removeFile(folder: string, name: string): Promise<void> {
  for (const ending of ['.zst', '.zst.enc']) await rm(join(folder, `${name}${ending}`), { force: true })
}

function createMeasure(): Transform & { written(): Written } {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      size += piece.length
      done(null, piece)
    },
  })
  return Object.assign(stream, { written: () => ({ sha256: hash.digest('hex'), size }) })
}

/** Each file has a key of its own, made from the salt at its beginning, so the nonce is never used twice with one key. */
function deriveKey(key: string, salt: Buffer): { fileKey: Buffer; nonce: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), salt, 'backup', keyBytes + nonceBytes))
  return { fileKey: bytes.subarray(0, keyBytes), nonce: bytes.subarray(keyBytes) }
}

/** Encrypts for one name, so that a file cannot take the place of another one. */
function encrypt(key: string, name: string): Transform {
  const salt = randomBytes(saltBytes)
  const { fileKey, nonce } = deriveKey(key, salt)
  const cipher = createCipheriv(algorithm, fileKey, nonce).setAAD(Buffer.from(name))
  let head: Buffer[] = [magic, salt]
  return new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      done(null, Buffer.concat([...head, cipher.update(piece)]))
      head = []
    },
    flush(done) {
      done(null, Buffer.concat([...head, cipher.final(), cipher.getAuthTag()]))
    },
  })
}

async function openEncrypted(path: string, key: string, name: string): Promise<[ReadStream, Transform]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(headBytes)
    const tag = Buffer.alloc(tagBytes)
    await file.read(head, 0, headBytes, 0)
    await file.read(tag, 0, tagBytes, size - tagBytes)
    if (!head.subarray(0, magic.length).equals(magic)) throw new StartRefusal(`${path} is not an encrypted backup.`)
    const { fileKey, nonce } = deriveKey(key, head.subarray(magic.length))
    const decipher = createDecipheriv(algorithm, fileKey, nonce).setAAD(Buffer.from(name)).setAuthTag(tag)
    return [createReadStream(path, { start: headBytes, end: size - tagBytes - 1 }), decipher]
  } finally {
    await file.close()
  }
}
