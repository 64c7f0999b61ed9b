import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { writePrivateFile } from '../db/durable-file.ts'
import { StartRefusal } from '../db/start-refusal.ts'

const keyForm = /^[\w-]{43,}$/

/**
 * Reads the key in the data folder, and makes it at the first start. If the key is lost, all that it encrypted is lost,
 * too. So no other key takes its place while the database holds anything encrypted.
 */
export async function readOrCreateEncryptionKey(dataDir: string, db: Db): Promise<string> {
  const path = join(dataDir, 'encryption.key')
  if (!existsSync(path)) {
    if (await hasEncryptedRows(db)) {
      throw new StartRefusal(
        `The database holds encrypted data, and its key is missing: set ENCRYPTION_KEY, or restore ${path} from a backup.`,
      )
    }
    writePrivateFile(path, `${randomBytes(32).toString('base64url')}\n`)
  }
  const key = readFileSync(path, 'utf8').trim()
  if (!keyForm.test(key)) throw new StartRefusal(`${path} is not a key. Restore it from a backup.`)
  return key
}

async function hasEncryptedRows(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from two_factor) or exists (select from two_factor_setups) or exists (select from mail_outbox)
           or exists (select from answered_calls where answer is not null) as found`.execute(db)
  return rows[0]?.found === true
}
