import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { writePrivateFile } from '../db/durable-file.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import { encryptionContexts } from './contexts.ts'
import type { Encryption } from './encryption.ts'

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

/**
 * Refuses to start with a key that is not the one by which the data was encrypted. It tries a few rows of each kind. One row
 * that opens is enough, as another one may be damaged.
 */
export async function assertKeyFits(db: Db, encryption: Encryption): Promise<void> {
  const rows = await readEncryptedRows(db)
  if (rows.length === 0 || rows.some(({ bytes, context }) => canDecrypt(encryption, bytes, context))) return
  throw new StartRefusal(
    'The key does not open the encrypted data of the database: set the ENCRYPTION_KEY, or restore the encryption.key, with which this database was used before.',
  )
}

async function readEncryptedRows(db: Db): Promise<{ bytes: Buffer; context: string }[]> {
  const few = 3
  const [apps, setUps, mails, answers, pushKeys] = await Promise.all([
    db.selectFrom('two_factor').select(['user_id', 'secret']).limit(few).execute(),
    db.selectFrom('two_factor_setups').select(['user_id', 'secret']).limit(few).execute(),
    db.selectFrom('mail_outbox').select('mail').where('mail', 'is not', null).limit(few).execute(),
    db.selectFrom('answered_calls').select('answer').where('answer', 'is not', null).limit(few).execute(),
    db.selectFrom('push_keys').select('private_key').execute(),
  ])
  const { mail: ofMail, answeredCall, twoFactor, pushKey } = encryptionContexts
  return [
    ...[...apps, ...setUps].map(({ user_id: userId, secret }) => ({ bytes: secret, context: twoFactor(userId) })),
    ...mails.flatMap(({ mail }) => (mail ? [{ bytes: mail, context: ofMail }] : [])),
    ...answers.flatMap(({ answer }) => (answer ? [{ bytes: answer, context: answeredCall }] : [])),
    ...pushKeys.map(({ private_key: bytes }) => ({ bytes, context: pushKey })),
  ]
}

function canDecrypt(encryption: Encryption, bytes: Buffer, context: string): boolean {
  try {
    encryption.decrypt(bytes, context)
    return true
  } catch {
    return false
  }
}

async function hasEncryptedRows(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from two_factor) or exists (select from two_factor_setups) or exists (select from mail_outbox where mail is not null)
           or exists (select from answered_calls where answer is not null) or exists (select from push_keys) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}
