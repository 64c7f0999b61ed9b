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
 * their screens. Returns how many there were. The ledger judges which buys are overdue. A buy without a mail, because the
 * mail failed, stays open, and the later ones end all the same. The first such failure is thrown at the end.
 */
export async function expireBuys(deps: ExpiryDeps, signal?: AbortSignal): Promise<number> {
  let count = 0
  let passedOver: string | undefined
  const failures: unknown[] = []
  while (!signal?.aborted) {
    const outcome = await expireOne(deps, passedOver)
    if (!outcome) break
    if ('failure' in outcome) {
      failures.push(outcome.failure)
      passedOver = outcome.requestId
    } else count += 1
  }
  if (failures.length > 0) throw failures[0]
  return count
}

/** Ends the oldest overdue buy behind this one. Returns the failure of its mail with its id, or undefined without a buy. */
async function expireOne({ db, events, mailOwner, config }: ExpiryDeps, passedOver: string | undefined) {
  let requestId: string | undefined
  try {
    const expired = await inTransaction(db, async (tx) => {
      const buy = await expireBuy(tx, passedOver)
      requestId = buy?.requestId
      if (!buy) return undefined
      const request = await readRequest(tx, buy.userId, buy.requestId, 'member')
      const url = `${config.publicUrl}/dashboard/activity?request=${request.id}`
      await mailOwner(tx, buy.userId, (translator) => buyExpiredMail(translator, { number: request.number, url }))
      return { ...buy, request }
    })
    if (expired) await announceRequest({ db, events }, expired.userId, expired.request)
    return expired
  } catch (failure) {
    // Without an id the ledger itself has failed, and would fail again.
    if (requestId === undefined) throw failure
    return { failure, requestId }
  }
}
