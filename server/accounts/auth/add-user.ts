import { randomBytes } from 'node:crypto'
import { languages } from '../../../contract/languages.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { addUser as addUserOperation } from '../../../contract/users.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import { findProfile, findReferrer, insertMember, isPackageOffered, isRandomCodeTaken } from '../members/members.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { hashPassword } from './passwords.ts'
import { createWelcomeMail } from './welcome-mail.ts'

export interface AccountDeps {
  db: Db
  events: Events
  outbox: Outbox
  config: { publicUrl: string }
}

export interface Admin {
  actorId: string
  ipAddress: string
}

type Form = InputOf<typeof addUserOperation>['body']

const maxAttempts = 5

/**
 * Adds a member and mails them a link to set a password. Until the member follows the link, the address counts as not
 * confirmed, and the password is random and unknown to all.
 */
export async function addUser(
  deps: AccountDeps & { write: Write },
  admin: Admin,
  form: Form,
): Promise<{ profile: Profile }> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await deps.write(async (tx) => ({
        profile: await insert(tx, deps, admin, { ...form, passwordHash }),
      }))
      deps.events.publish({ topics: ['profile'], toAdmins: true })
      return answer
    } catch (error) {
      if (attempt === maxAttempts || !isRandomCodeTaken(error)) throw error
    }
  }
}

async function insert(
  tx: Tx,
  { outbox, config: { publicUrl } }: AccountDeps,
  { actorId, ipAddress }: Admin,
  { passwordHash, ...form }: Form & { passwordHash: string },
): Promise<Profile> {
  if (!(await isPackageOffered(tx, form.packageId))) {
    throw new Refusal('package_not_found', { field: 'packageId' })
  }
  const referrerId = await readReferrer(tx, form.referredById)
  const userId = await insertMember(tx, { ...form, referrerId, addedById: actorId })
  if (userId === undefined) throw new Refusal('email_taken', { field: 'email' })
  // The administrator's language tells nothing about the member's, and the member has not visited the site yet.
  const language = languages[0].code
  await tx.insertInto('credentials').values({ user_id: userId, password_hash: passwordHash, language }).execute()
  const after = { email: form.email, packageId: form.packageId, referrerId: referrerId ?? null }
  await recordAudit(tx, { action: 'user_added', actorId, subjectId: userId, ipAddress, detail: { after } })
  await outbox.queue(tx, await createWelcomeMail(tx, { id: userId, email: form.email, language }, publicUrl), userId)
  const profile = await findProfile(tx, userId)
  if (!profile) throw new Error('a member who was just added is gone')
  return profile
}

async function readReferrer(tx: Tx, code: string | undefined): Promise<string | undefined> {
  if (!code) return undefined
  const referrerId = await findReferrer(tx, code)
  if (referrerId !== undefined) return referrerId
  throw new Refusal('referral_not_found', { field: 'referredById' })
}
