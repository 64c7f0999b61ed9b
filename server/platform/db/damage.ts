import { sql } from 'kysely'
import type { Db } from './client.ts'
import { refusalOf } from './refusal.ts'

/** Watches for stored data that can no longer be read. */
export interface DamageWatch {
  /** Receives the error of every failed call. */
  note(error: unknown): void
  isDamaged(): Promise<boolean>
}

/** Many may ask for the state at once, such as a flood of calls. PostgreSQL hears of it ten times a second at most. */
const keptMs = 100

/**
 * Remembers until the end of the process that PostgreSQL met a damaged page or index. It also reads PostgreSQL's own
 * count of checksum failures, to which other servers and background work contribute. A database without checksums
 * counts none.
 */
export function watchDamage(db: Db): DamageWatch {
  let isSeen = false
  let look: Promise<boolean> = Promise.resolve(false)
  let isLooking = false
  let lookedAtMs = -Infinity
  const hasFailedChecksums = async () => {
    const { rows } = await sql<{ failures: string | null }>`
      select sum(checksum_failures) as failures from pg_stat_database
       where datname = current_database() or datid = 0`.execute(db)
    return Number(rows[0]?.failures ?? 0) > 0
  }
  return {
    note(error) {
      if (refusalOf(error)?.code === 'data_damaged') isSeen = true
    },
    async isDamaged() {
      if (!isLooking && performance.now() - lookedAtMs >= keptMs) {
        isLooking = true
        lookedAtMs = performance.now()
        look = hasFailedChecksums().finally(() => (isLooking = false))
      }
      return isSeen || look
    },
  }
}
