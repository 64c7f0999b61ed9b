import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'

interface AnnounceDeps {
  db: Db
  events: Events
}

/** Sends events to exactly those people whom a request's new state concerns. */
export async function announceRequest({ db, events }: AnnounceDeps, userId: string, request: Request): Promise<void> {
  const isDecided = request.status === 'approved' || request.status === 'rejected'
  const movedCoins = request.kind !== 'buy' || request.status === 'approved'
  events.publish({
    topics: isDecided ? ['requests', 'wallet', 'profile'] : movedCoins ? ['requests', 'wallet'] : ['requests'],
    userIds: [userId],
  })
  events.publish({ topics: isDecided ? ['requests', 'wallet'] : ['requests'], toAdmins: true })
  const others = await findOthers(db, userId, request)
  if (others.length > 0) events.publish({ topics: ['wallet'], userIds: others })
}

export function announceAdjustment({ events }: { events: Events }, userId: string): void {
  events.publish({ topics: ['wallet'], userIds: [userId], toAdmins: true })
}

/** Finds the recipient who got coins, or the referrer who got a reward or sees a friend's progress. */
async function findOthers(db: Db, userId: string, request: Request): Promise<string[]> {
  if (request.kind === 'transfer' && request.status === 'approved') {
    const { recipient_id: recipientId } = await db
      .selectFrom('ledger.requests')
      .select('recipient_id')
      .where('user_id', '=', userId)
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow()
    return recipientId === null ? [] : [recipientId]
  }
  if (request.kind !== 'buy' || request.package_id === null) return []
  const buyer = await db
    .selectFrom('profiles as p')
    .select((eb) => [
      'p.referred_by_id',
      'p.first_purchase_done',
      eb
        .exists(
          eb
            .selectFrom('ledger.movements as m')
            .select('m.id')
            .where('m.user_id', '=', userId)
            .where('m.request_id', '=', request.id)
            .where('m.leg', '=', 'referral'),
        )
        .as('is_rewarded'),
    ])
    .where('p.id', '=', userId)
    .executeTakeFirstOrThrow()
  const isOfInterest = !buyer.first_purchase_done || buyer.is_rewarded
  return buyer.referred_by_id !== null && isOfInterest ? [buyer.referred_by_id] : []
}
