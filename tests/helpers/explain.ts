import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type { Db } from '../../server/platform/db/client.ts'
import type { Database } from '../../server/platform/db/database-types.ts'
import type { TestDatabase } from './database.ts'

/** Returns the plans of all queries of the work, one after another. */
export async function explain({ owner }: TestDatabase, work: (db: Db) => Promise<unknown>): Promise<string> {
  const asked: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: owner })
  await work(new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query) }))
  const plans: string[] = []
  for (const { sql, parameters } of asked) {
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
    plans.push(...rows.map((row) => row['QUERY PLAN']))
  }
  return plans.join('\n')
}
