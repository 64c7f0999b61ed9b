import { sql } from 'kysely'
import type { Db } from './client.ts'

/** Adds four packages to an installation that has none. The operator may change them. */
export async function seed(db: Db): Promise<void> {
  await sql`select ledger.seed_packages()`.execute(db)
}
