import { sql } from 'kysely'
import type { Db } from './client.ts'
import { refusalOf } from './refusal.ts'

/** Whether what is stored can still be read. */
export interface DamageWatch {
  /** Hears of every call that failed. */
  note(error: unknown): void
  isDamaged(): Promise<boolean>
}

/**
 * Remembers until the end of the process that PostgreSQL met a page or an index that is damaged, and reads how often it has
 * by its own count, which other servers and background work add to, too. A server without checksums counts none.
 */
export function watchDamage(db: Db): DamageWatch {
  let isSeen = false
  return {
    note(error) {
      if (refusalOf(error)?.code === 'data_damaged') isSeen = true
    },
    async isDamaged() {
      const { rows } = await sql<{ failures: string | null }>`
        select sum(checksum_failures) as failures from pg_stat_database
         where datname = current_database() or datid = 0`.execute(db)
      return isSeen || Number(rows[0]?.failures ?? 0) > 0
    },
  }
}
