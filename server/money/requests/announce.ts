import { sql } from 'kysely'
import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { kindFactsOf } from './kinds/kinds.ts'

interface AnnounceDeps {
  db: Db
  events: Events
}

/**
 * Sends events to exactly those people whom a request's new state concerns. `others` are the members beside the owner of whom the
 * caller knows already that it concerns them.
 */
export async function announceRequest(
  { db, events }: AnnounceDeps,
  userId: string,
  request: Request,
  others?: readonly string[],
): Promise<void> {
  const isDecided = request.status === 'approved' || request.status === 'rejected'
  // Time alone ends a buy, and a member needs no notice of what they took back.
  const isNoticed = isDecided || request.status === 'expired'
  const { locksCoins } = kindFactsOf(request)
  const movedCoins = locksCoins || request.status === 'approved'
  events.publish({
    topics: [
      'requests',
      ...(isDecided ? (['wallet', 'profile'] as const) : movedCoins ? (['wallet'] as const) : []),
      ...(isNoticed ? (['notices'] as const) : []),
    ],
    userIds: [userId],
  })
  events.publish({ topics: isDecided ? ['requests', 'wallet'] : ['requests'], toAdmins: true })
  const concerned = others ?? (await findOthers(db, userId, request.id))
  if (concerned.length === 0) return
  events.publish({ topics: request.status === 'approved' ? ['wallet', 'notices'] : ['wallet'], userIds: concerned })
}

async function findOthers(db: Db, userId: string, requestId: string): Promise<string[]> {
  const { rows } = await sql<{
    other: string | null
  }>`select ledger.concerned(${userId}::uuid, ${requestId}::uuid) as other`.execute(db)
  return rows.flatMap(({ other }) => other ?? [])
}

export function announceAdjustment({ events }: { events: Events }, userId: string): void {
  events.publish({ topics: ['wallet', 'notices'], userIds: [userId] })
  events.publish({ topics: ['wallet'], toAdmins: true })
}
