import type { GlobalPlatformStats, UserDashboardStats } from '../../../contract/stats.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Events } from '../../platform/events/events.ts'
import { readPlatformTotals, readUserStats, type PlatformTotals } from '../../money/ledger/totals.ts'

export interface Stats {
  /** Reads the platform's totals, at most a second old, for any number of callers. */
  readGlobal(): Promise<GlobalPlatformStats>
}

const sharedMs = 1_000

/**
 * Visitors poll the totals, so all callers within a second share one query. A change of the settings ends the sharing
 * at once.
 */
export function createStats(db: Db, events: Pick<Events, 'subscribe'>): Stats {
  let shared: Promise<PlatformTotals> | undefined
  events.subscribe(({ topics }) => {
    if (topics.includes('settings')) shared = undefined
  })
  let readAt = -Infinity
  return {
    async readGlobal() {
      const now = performance.now()
      if (!shared || now - readAt >= sharedMs) {
        readAt = now
        const read = readPlatformTotals(db)
        shared = read
        // Callers who waited for a failed query get the error, but it is not kept for others.
        read.catch(() => {
          if (shared === read) shared = undefined
        })
      }
      return (await shared).stats
    },
  }
}

/** Reads the caller's own figures. `namedUserId` is the user id that the call named, if any; another id is refused. */
export async function readOwnStats(db: Db, userId: string, namedUserId?: string): Promise<UserDashboardStats> {
  refuseOtherUser(userId, namedUserId)
  return readUserStats(db, userId)
}

/** Refuses the data of any other user with not_found. A member may name themself. */
export function refuseOtherUser(userId: string, namedUserId: string | undefined): void {
  if (namedUserId !== undefined && namedUserId.toLowerCase() !== userId) throw new Refusal('not_found')
}
