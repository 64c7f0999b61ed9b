import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import { inTransaction } from '../db/transaction.ts'
import { encryptionContexts } from '../encryption/contexts.ts'
import type { Encryption } from '../encryption/encryption.ts'
import type { Mail } from './mail.ts'

/** A mail that a function of the database has queued: its reader, and the request that it is about. */
export interface OwedMail {
  ownerId: string
  requestId: string
}

/**
 * Writes an owed mail to the present address of its reader, in the transaction that stores it. Returns undefined if there is nothing
 * to mail any more.
 */
export type WriteOwed = (tx: Tx, owed: OwedMail) => Promise<Mail | undefined>

export interface OwedSettings {
  db: Db
  encryption: Encryption
  /** Without it, owed mails wait for another server. */
  writeOwed?: WriteOwed
}

/** A row of the outbox that a delivery has taken. */
export interface TakenMail {
  id: string
  /** Null for a mail that is still owed. */
  mail: Buffer | null
  attempts: number
}

const context = encryptionContexts.mail
/** A member makes few requests in the seconds for which their mails wait. */
const owedMax = 100

/** Returns the mail of a row. One that is owed is written first. Returns undefined if there is nothing to mail any more. */
export async function readOrWrite(settings: OwedSettings, { id, mail }: TakenMail): Promise<Mail | undefined> {
  if (mail) return decryptMail(settings, mail)
  return inTransaction(settings.db, (tx) => writeOnce(tx, settings, id))
}

/**
 * Writes the mails that an account is owed to one address, so that no later change of the account leads them elsewhere. Passes over
 * those that were given up: one that cannot be written must not block the change for as long as it is kept.
 */
export async function writeAllOwed(tx: Tx, settings: OwedSettings, ownerId: string, address: string): Promise<void> {
  const rows = await tx
    .selectFrom('mail_outbox')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('request_id', 'is not', null)
    .where('due_at', '<', sql<string>`'infinity'`)
    .limit(owedMax)
    .execute()
  for (const { id } of rows) await writeOnce(tx, settings, id, address)
}

/** Writes a mail into its row, for all attempts, and returns it. If another transaction was faster, its mail counts. */
async function writeOnce(tx: Tx, settings: OwedSettings, id: string, address?: string): Promise<Mail | undefined> {
  // A change of the email locks the profile first, too. The link in a mail needs this lock later, when the row is locked already.
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', (query) => query.selectFrom('mail_outbox').select('owner_id').where('id', '=', id))
    .forKeyShare()
    .execute()
  const row = await tx
    .selectFrom('mail_outbox')
    .select(['mail', 'owner_id', 'request_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row?.mail) return decryptMail(settings, row.mail)
  if (!row || row.owner_id === null || row.request_id === null) return undefined
  if (!settings.writeOwed) throw new Error('this server writes no owed mails')
  const written = await settings.writeOwed(tx, { ownerId: row.owner_id, requestId: row.request_id })
  if (!written) return undefined
  const mail = { ...written, ...(address !== undefined && { to: address }) }
  await tx
    .updateTable('mail_outbox')
    .set({ mail: encryptMail(settings, mail), request_id: null })
    .where('id', '=', id)
    .execute()
  return mail
}

/** Encrypts a mail, because it may hold links that open accounts. */
export function encryptMail({ encryption }: Pick<OwedSettings, 'encryption'>, mail: Mail): Buffer {
  return encryption.encrypt(JSON.stringify(mail), context)
}

function decryptMail({ encryption }: OwedSettings, mail: Buffer): Mail {
  return JSON.parse(encryption.decrypt(mail, context)) as Mail
}
