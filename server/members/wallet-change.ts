import { sql } from 'kysely'
import { walletChangeShownHours } from '../../contract/wallet-review.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import type { MailOwner, OwnerMail } from '../outbox/outbox.ts'
import { textOf } from '../outside/mail.ts'

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
  await mailOwner(tx, userId, walletChangedMail(from, to))
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

function walletChangedMail(from: string | null, to: string | null): OwnerMail {
  const paragraphs = [
    'The address that your withdrawals are paid to was changed in your profile.',
    `Old address: ${shorten(from)}\nNew address: ${shorten(to)}`,
    'For 24 hours, whoever approves a withdrawal of yours is shown this change.',
    'If this was not you, somebody may be able to use your account. Set a new password with "Forgot password" on the ' +
      'log-in page, and contact support at once.',
  ]
  return { subject: 'Your withdrawal address was changed', text: textOf(...paragraphs) }
}

/** Both ends, as addresses that begin alike are easily made. */
function shorten(address: string | null): string {
  if (address === null) return 'none'
  const signs = Array.from(address)
  return signs.length <= 16 ? address : `${signs.slice(0, 8).join('')}…${signs.slice(-6).join('')}`
}
