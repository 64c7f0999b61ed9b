import { inTransaction } from '../../platform/db/transaction.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { expireBuy } from '../ledger/ledger.ts'
import { announceRequest } from './announce.ts'
import { readRequest } from './lists.ts'
import { buyExpiredMail } from './mails.ts'

interface ExpiryDeps {
  db: Db
  events: Events
  mailOwner: MailOwner
  config: { publicUrl: string }
}

/**
 * Ends the buys that have waited too long for a decision, one in each transaction, and tells their members by mail and on
 * their screens. Returns how many there were. The ledger judges which buys are overdue.
 */
export async function expireBuys(deps: ExpiryDeps, signal?: AbortSignal): Promise<number> {
  let count = 0
  while (!signal?.aborted && (await expireOne(deps))) count += 1
  return count
}

async function expireOne({ db, events, mailOwner, config }: ExpiryDeps): Promise<boolean> {
  const expired = await inTransaction(db, async (tx) => {
    const buy = await expireBuy(tx)
    if (!buy) return undefined
    const request = await readRequest(tx, buy.userId, buy.requestId, 'member')
    const url = `${config.publicUrl}/dashboard/activity?request=${request.id}`
    await mailOwner(tx, buy.userId, (translator) => buyExpiredMail(translator, { number: request.number, url }))
    return { ...buy, request }
  })
  if (expired) await announceRequest({ db, events }, expired.userId, expired.request)
  return expired !== undefined
}
