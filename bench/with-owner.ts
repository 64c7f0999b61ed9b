import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readOrCreateSecrets } from '../server/platform/db/secrets.ts'
import type { TestServer } from '../tests/helpers/server.ts'

/** Works on the database of a server with the rights of its owner. */
export async function withOwner(server: TestServer, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const { owner } = readOrCreateSecrets(server.dataDir).postgres
  // The fourth line of postmaster.pid is PostgreSQL's port.
  const port = readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const client = new pg.Client(`postgresql://et_owner:${owner}@127.0.0.1:${port}/et`)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
