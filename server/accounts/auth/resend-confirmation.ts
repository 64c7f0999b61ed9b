import { recordAudit } from '../../platform/audit-trail.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { AccountDeps, Admin } from './add-user.ts'
import { createConfirmationToken, voidTokens } from './email-tokens.ts'
import { confirmationMail, setPasswordMail } from './mails.ts'
import { unmatchableHash } from './passwords.ts'
import { createWelcomeMail } from './welcome-mail.ts'

/** Mails the confirmation or welcome link again, for an administrator. */
export async function resendConfirmation(
  deps: AccountDeps & { write: Write },
  { actorId, ipAddress }: Admin,
  userId: string,
): Promise<void> {
  await deps.write(async (tx) => {
    await mailConfirmation(tx, deps, userId)
    await recordAudit(tx, { action: 'confirmation_resent', actorId, subjectId: userId, ipAddress })
  })
}

/** Mails the link again and voids the earlier ones. */
export async function mailConfirmation(
  tx: Tx,
  { outbox, config: { publicUrl } }: Pick<AccountDeps, 'outbox' | 'config'>,
  userId: string,
): Promise<void> {
  const person = await tx
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .leftJoin('profiles as r', 'r.id', 'p.referred_by_id')
    .select(['p.id', 'p.email', 'p.added_by', 'c.email_confirmed_at', 'c.password_hash', 'c.language'])
    .select('r.full_name as referrer_name')
    .where('p.id', '=', userId)
    .forNoKeyUpdate('c')
    .executeTakeFirst()
  if (!person) throw new Refusal('not_found')
  if (person.email_confirmed_at !== null) throw new Refusal('email_confirmed_already')
  await outbox.queue(tx, await createMail(tx, person, publicUrl), userId)
}

/**
 * Returns a mail with a link that sets the password if the person has no password that counts. Otherwise the link only
 * confirms the address.
 */
async function createMail(
  tx: Tx,
  person: {
    id: string
    email: string
    added_by: string | null
    password_hash: string
    language: string
    referrer_name: string | null
  },
  publicUrl: string,
): Promise<Mail> {
  const translator = translatorFor(person.language)
  await voidTokens(tx, person.id)
  if (person.added_by !== null) return createWelcomeMail(tx, person, publicUrl)
  const parts = { to: person.email, publicUrl, referrerName: person.referrer_name }
  if (person.password_hash === unmatchableHash) {
    return setPasswordMail(translator, { ...parts, token: await createConfirmationToken(tx, person.id, 'welcome') })
  }
  return confirmationMail(translator, { ...parts, token: await createConfirmationToken(tx, person.id) })
}
