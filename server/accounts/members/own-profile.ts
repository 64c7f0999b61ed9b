import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { updateProfileBody } from '../../../contract/own-profile.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { walletColumns } from './wallet-address.ts'
import { findProfile, profileColumns } from './members.ts'
import { recordNameChange } from './name-change.ts'
import { recordWalletChange } from './wallet-change.ts'
import { refusePlatformAddress } from './wallet-check.ts'

export interface OwnProfileDeps {
  db: Db
  events: Events
  mailOwner: MailOwner
}

interface Update {
  callerId: string
  /** The owner of the profile. */
  userId: string
  ipAddress: string
  form: z.output<typeof updateProfileBody>
}

/**
 * Changes the caller's own name or wallet address, on record, and mails the owner. Coins are paid to the address, so each change of it
 * needs a fresh proof of identity. Unchanged values need no proof, and leave no record.
 */
export async function updateProfile(
  { db, events, mailOwner, write }: OwnProfileDeps & { write: Write },
  { callerId, userId, ipAddress, form }: Update,
  requireProof: () => Promise<void>,
): Promise<Profile> {
  const seen = callerId === userId ? await findProfile(db, userId) : undefined
  if (!seen) throw new Refusal('not_found')
  const isProven = hasNewWallet(form, seen)
  if (isProven) await refusePlatformAddress(db, form.wallet_address)
  if (isProven) await requireProof()
  const { profile, isChanged } = await write(async (tx) => {
    const before = await lockProfile(tx, userId)
    const changes = changesOf(form, before)
    if (Object.keys(changes).length === 0) return { profile: before, isChanged: false }
    // Another call changed the address after this one was checked.
    if (changes.wallet_address !== undefined && !isProven) throw new Refusal('step_up_required')
    const saved = await save(tx, userId, changes)
    if (changes.full_name !== undefined) {
      const change = { userId, ipAddress, from: before.full_name, to: changes.full_name }
      await recordNameChange(tx, change, mailOwner)
    }
    if (changes.wallet_address === null) await leaveBook(tx, userId, before.wallet_address)
    if (changes.wallet_address !== undefined) {
      const change = { userId, ipAddress, from: before.wallet_address, to: changes.wallet_address }
      await recordWalletChange(tx, change, mailOwner)
    }
    return { profile: saved, isChanged: true }
  })
  if (isChanged) {
    events.publish({ topics: ['profile'], userIds: [userId] })
    events.publish({ topics: ['profile'], toAdmins: true })
  }
  return profile
}

type Changes = Partial<Pick<Profile, 'full_name' | 'wallet_address' | 'wallet_link' | 'usdt_qr_code_url'>>

function changesOf(form: Update['form'], before: Profile): Changes {
  const changes: Changes = {}
  if (form.full_name !== undefined && form.full_name !== before.full_name) changes.full_name = form.full_name
  return hasNewWallet(form, before) ? { ...changes, ...walletColumns(before.id, form.wallet_address || null) } : changes
}

/** Returns true if the form changes the address. An empty address removes it. */
function hasNewWallet(form: Update['form'], before: Profile): boolean {
  return form.wallet_address !== undefined && (form.wallet_address || null) !== before.wallet_address
}

async function lockProfile(tx: Tx, userId: string): Promise<Profile> {
  return tx
    .selectFrom('profiles')
    .select(profileColumns)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Takes the former default out of the book, because the member has removed it. */
async function leaveBook(tx: Tx, userId: string, address: string | null): Promise<void> {
  await tx.deleteFrom('wallet_addresses').where('user_id', '=', userId).where('address', '=', address).execute()
}

async function save(tx: Tx, userId: string, changes: Changes): Promise<Profile> {
  return tx
    .updateTable('profiles')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returning(profileColumns)
    .executeTakeFirstOrThrow()
}
