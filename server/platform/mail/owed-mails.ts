import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import { encryptionContexts } from '../encryption/contexts.ts'
import type { Encryption } from '../encryption/encryption.ts'
import type { Mail } from './mail.ts'

/** A mail that a function of the database has queued: its reader, and the request that it is about. */
export interface OwedMail {
  ownerId: string
  requestId: string
}

/** Writes an owed mail to the present address of its reader. Returns undefined if there is nothing to mail any more. */
export type WriteOwed = (db: Db, owed: OwedMail) => Promise<Mail | undefined>

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
  owner_id: string | null
  request_id: string | null
}

const context = encryptionContexts.mail
/** A member makes few requests in the seconds for which their mails wait. */
const owedMax = 100

/** Returns the mail of a row. One that is owed is written first. Returns undefined if there is nothing to mail any more. */
export async function readOrWrite(settings: OwedSettings, { id, mail, ...row }: TakenMail): Promise<Mail | undefined> {
  if (mail) return decryptMail(settings, mail)
  const { owner_id: ownerId, request_id: requestId } = row
  if (!settings.writeOwed || ownerId === null || requestId === null) throw new Error('this server writes no owed mails')
  const written = await settings.writeOwed(settings.db, { ownerId, requestId })
  return written && keepWritten(settings.db, settings, id, written)
}

/** Writes the mails that an account is owed to one address, so that no later change of the account leads them elsewhere. */
export async function writeAllOwed(tx: Tx, settings: OwedSettings, ownerId: string, address: string): Promise<void> {
  const rows = await tx
    .selectFrom('mail_outbox')
    .select(['id', 'request_id'])
    .where('owner_id', '=', ownerId)
    .where('request_id', 'is not', null)
    .limit(owedMax)
    .execute()
  for (const { id, request_id: requestId } of rows) {
    const written = requestId === null ? undefined : await settings.writeOwed?.(tx, { ownerId, requestId })
    if (written) await keepWritten(tx, settings, id, { ...written, to: address })
  }
}

/** Keeps a written mail for all attempts, and returns it. If it has been written meanwhile, that one counts. */
async function keepWritten(db: Db, settings: OwedSettings, id: string, written: Mail): Promise<Mail | undefined> {
  const row = await db
    .updateTable('mail_outbox')
    .set({ mail: sql<Buffer>`coalesce(mail, ${encryptMail(settings, written)})`, request_id: null })
    .where('id', '=', id)
    .returning('mail')
    .executeTakeFirst()
  return row?.mail ? decryptMail(settings, row.mail) : undefined
}

/** Encrypts a mail, because it may hold links that open accounts. */
export function encryptMail({ encryption }: Pick<OwedSettings, 'encryption'>, mail: Mail): Buffer {
  return encryption.encrypt(JSON.stringify(mail), context)
}

function decryptMail({ encryption }: OwedSettings, mail: Buffer): Mail {
  return JSON.parse(encryption.decrypt(mail, context)) as Mail
}
