import { sql } from 'kysely'
import { walletChangeShownHours } from '../../../contract/wallet-review.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { walletChangedMail } from './mails.ts'

interface WalletChange {
  userId: string
  ipAddress: string
  from: string | null
  to: string | null
}

/**
 * Puts a change on record. Unless the member never had an address, the owner is told by mail, and so is whoever approves a
 * withdrawal soon after; taking the address away first does not get around it.
 */
export async function recordWalletChange(tx: Db, change: WalletChange, mailOwner: MailOwner): Promise<void> {
  const { userId, ipAddress, from, to } = change
  const detail = { before: { wallet_address: from }, after: { wallet_address: to } }
  await recordAudit(tx, { action: 'wallet_changed', actorId: userId, subjectId: userId, ipAddress, detail })
  if (from === null && !(await hadAddress(tx, userId))) return
  await tx.insertInto('wallet_changes').values({ user_id: userId, old_address: from, new_address: to }).execute()
  await mailOwner(tx, userId, (translator) => walletChangedMail(translator, from, to))
}

/** When the address changed last, as long as a withdrawal would be shown with that. */
export async function readWalletChange(db: Db, userId: string): Promise<{ changed_at: string | null }> {
  const change = await db
    .selectFrom('wallet_changes')
    .select('created_at')
    .where('user_id', '=', userId)
    .where(sql<boolean>`created_at > now() - make_interval(hours => ${walletChangeShownHours})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { changed_at: change?.created_at ?? null }
}

async function hadAddress(tx: Db, userId: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom('wallet_changes')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}
