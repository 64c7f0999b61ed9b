import { sql } from 'kysely'
import { expect } from 'vitest'
import { withDatabase } from '../api.ts'
import type { TestServer } from '../server.ts'

/**
 * Returns the deadlocks that PostgreSQL has counted in the database of a server. A connection reports them each second while it works,
 * and when it closes. A killed PostgreSQL counts anew.
 */
export async function countDeadlocks(server: TestServer): Promise<number> {
  return withDatabase(server, async (db) => {
    const { rows } = await sql<{ count: number }>`
      select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(db)
    return rows[0]?.count ?? 0
  })
}

/** Demands no deadlock since a load began. After a kill of PostgreSQL these are the ones since then, so a scenario also asks before it kills. */
export async function expectNoDeadlocks(
  server: TestServer,
  { deadlocksBefore }: { deadlocksBefore: number },
): Promise<void> {
  expect(await countDeadlocks(server), 'deadlocks').toBeLessThanOrEqual(deadlocksBefore)
}
