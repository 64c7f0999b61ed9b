import type { GlobalPlatformStats, UserDashboardStats } from '../../../contract/stats.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Events } from '../../platform/events/events.ts'
import { rollUp } from '../../money/ledger/ledger.ts'
import { readPlatformTotals, readUserStats, type PlatformTotals } from '../../money/totals.ts'

export interface Stats {
  /** The platform's totals, at most a second old, however many ask. */
  readGlobal(): Promise<GlobalPlatformStats>
}

const sharedMs = 1_000
const rollUpEveryMs = 5_000

/**
 * Visitors poll the totals, so all callers of a second share one query; another rate is there at once. Now and then the
 * query also settles the totals.
 */
export function createStats(db: Db, events: Pick<Events, 'subscribe'>): Stats {
  let shared: Promise<PlatformTotals> | undefined
  events.subscribe(({ topics }) => {
    if (topics.includes('settings')) shared = undefined
  })
  let readAt = -Infinity
  let rolledUpAt = -Infinity
  return {
    async readGlobal() {
      const now = performance.now()
      if (!shared || now - readAt >= sharedMs) {
        readAt = now
        const isRollUpDue = now - rolledUpAt >= rollUpEveryMs
        if (isRollUpDue) rolledUpAt = now
        const read = (isRollUpDue ? rollUp(db) : Promise.resolve()).then(() => readPlatformTotals(db))
        shared = read
        // A failure is told to those who waited for it and is not kept.
        read.catch(() => {
          if (shared === read) shared = undefined
        })
      }
      return (await shared).stats
    },
  }
}

/** The caller's own figures. `asked` is whose data the call named, if anybody's. */
export async function readOwnStats(db: Db, userId: string, asked?: string): Promise<UserDashboardStats> {
  checkOwn(userId, asked)
  return readUserStats(db, userId)
}

/** A member may name themself; anybody else's data does not exist for them. */
export function checkOwn(userId: string, asked: string | undefined): void {
  if (asked !== undefined && asked.toLowerCase() !== userId) throw new Refusal('not_found')
}
