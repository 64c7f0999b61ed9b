import type pg from 'pg'
import { inject } from 'vitest'
import { withConnection } from '../../server/platform/db/connect.ts'
import { onDatabase } from './database-cluster.ts'
import type { TestDatabase } from './database.ts'

/** Works on the database as a superuser who has switched the triggers off. */
export async function asEditor(
  { ownerUrl }: TestDatabase,
  work: (editor: pg.Client) => Promise<unknown>,
): Promise<void> {
  const url = onDatabase(inject('cluster').adminUrl, new URL(ownerUrl).pathname.slice(1))
  await withConnection(url, async (editor) => {
    await editor.query('SET session_replication_role = replica')
    await work(editor)
  })
}

/** Changes rows as such a superuser. */
export async function plantEdit(database: TestDatabase, statement: string, values: unknown[] = []): Promise<void> {
  await asEditor(database, (editor) => editor.query(statement, values))
}

/** Adds a finding about the platform that a later check has settled. Returns its id. */
export async function addSettledFinding(database: TestDatabase): Promise<string> {
  const { rows } = await database.owner.query<{ id: string }>(
    `INSERT INTO ledger.findings (rule, stops, first_seen_at, last_seen_at, settled_at)
     VALUES ('made up ' || gen_random_uuid(), 'nothing', now(), now(), now()) RETURNING id`,
  )
  return rows[0]?.id ?? ''
}
