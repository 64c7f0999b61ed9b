import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../db/durable-file.ts'
import { StartRefusal } from '../db/start-refusal.ts'

const keyForm = /^[\w-]{43,}$/

/**
 * Reads the key in the data folder, and makes it at the first start. If the key is lost, all that it encrypted is lost,
 * too.
 */
export function readOrCreateEncryptionKey(dataDir: string): string {
  const path = join(dataDir, 'encryption.key')
  if (!existsSync(path)) writePrivateFile(path, `${randomBytes(32).toString('base64url')}\n`)
  const key = readFileSync(path, 'utf8').trim()
  if (!keyForm.test(key)) throw new StartRefusal(`${path} is not a key. Restore it from a backup.`)
  return key
}
