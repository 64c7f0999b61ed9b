import type { TestApp } from './app.ts'

/** Returns the number of calls that wait for a lock in the database. */
export async function countLockWaits({ database }: Pick<TestApp, 'database'>): Promise<number> {
  const { rows } = await database.owner.query(
    `SELECT DISTINCT pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE NOT l.granted AND a.datname = current_database()`,
  )
  return rows.length
}
