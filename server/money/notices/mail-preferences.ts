import { mailGroups, type MailGroup } from '../../../contract/endpoints/mail-preferences.ts'
import type { MailPreferences } from '../../../contract/mail-preferences.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Write } from '../../platform/db/write.ts'
import { encryptionContexts } from '../../platform/encryption/contexts.ts'
import type { Encryption } from '../../platform/encryption/encryption.ts'

const all: MailPreferences = { decisions: true, coins: true, rewards: true, payouts: true, chat: true }

/** Reads the groups of mails that a member wants. A member who has chosen none of them wants all. */
export async function readMailPreferences(db: Db, userId: string): Promise<MailPreferences> {
  const row = await db
    .selectFrom('mail_preferences')
    .select(mailGroups)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? all
}

/** Switches groups of mails on or off, and returns all groups. */
export async function saveMailPreferences(
  write: Write,
  userId: string,
  changes: { [Group in MailGroup]?: boolean | undefined },
): Promise<MailPreferences> {
  return write(async (tx) => save(tx, userId, changes))
}

export interface MailStopDeps {
  encryption: Encryption
  config: { publicUrl: string }
}

/** Makes the link that switches a group of a member's mails off. Its token needs no row, and ends never. */
export function createMailStopUrl({ encryption, config }: MailStopDeps, userId: string, group: MailGroup): string {
  const token = encryption.encrypt(`${group} ${userId}`, encryptionContexts.mailStop).toString('base64url')
  return `${config.publicUrl}/unsubscribe#token=${token}`
}

/** Switches off the group that the token of a link names. The link can do nothing else, so the mail may pass through other hands. */
export async function stopMails(
  { db, encryption }: { db: Db; encryption: Encryption },
  token: string,
): Promise<{ group: MailGroup }> {
  const { group, userId } = readToken(encryption, token)
  await inTransaction(db, (tx) => save(tx, userId, { [group]: false }))
  return { group }
}

function readToken(encryption: Encryption, token: string): { group: MailGroup; userId: string } {
  try {
    const text = encryption.decrypt(Buffer.from(token, 'base64url'), encryptionContexts.mailStop)
    const [name, userId = ''] = text.split(' ')
    const group = mailGroups.find((one) => one === name)
    if (group) return { group, userId }
  } catch {
    // The token was made with another key, or is none.
  }
  throw new Refusal('link_invalid')
}

async function save(
  tx: Tx,
  userId: string,
  changes: { [Group in MailGroup]?: boolean | undefined },
): Promise<MailPreferences> {
  const named = Object.fromEntries(Object.entries(changes).filter(([, isWanted]) => isWanted !== undefined))
  if (Object.keys(named).length === 0) return readMailPreferences(tx, userId)
  return tx
    .insertInto('mail_preferences')
    .values({ user_id: userId, ...named })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(named))
    .returning(mailGroups)
    .executeTakeFirstOrThrow()
}
