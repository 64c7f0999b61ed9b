import { sql } from 'kysely'
import { walletChangeShownHours } from '../../../contract/endpoints/request-review.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { walletChangedMail, walletSetMail } from './mails.ts'

interface WalletChange {
  userId: string
  ipAddress: string
  from: string | null
  to: string | null
}

/**
 * Records a change of the wallet address and mails the owner. Except for a member's first address, it warns the
 * administrator who approves a withdrawal soon after. Removing the address first does not avoid the warning.
 */
export async function recordWalletChange(tx: Tx, change: WalletChange, mailOwner: MailOwner): Promise<void> {
  const { userId, ipAddress, from, to } = change
  const detail = { before: { wallet_address: from }, after: { wallet_address: to } }
  await recordAudit(tx, { action: 'wallet_changed', actorId: userId, subjectId: userId, ipAddress, detail })
  if (from === null && to !== null && !(await hadAddress(tx, userId))) {
    await mailOwner(tx, userId, (translator) => walletSetMail(translator, to))
    return
  }
  await tx.insertInto('wallet_changes').values({ user_id: userId, old_address: from, new_address: to }).execute()
  await mailOwner(tx, userId, (translator) => walletChangedMail(translator, from, to))
}

/** Returns the time of the last change while withdrawals still show a warning about it. */
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

async function hadAddress(tx: Tx, userId: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom('wallet_changes')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}
