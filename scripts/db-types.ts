import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../server/db/connect.ts'
import { startEmbeddedPostgres } from '../server/db/embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { renderDatabaseTypes } from './database-types.ts'

// Writes server/db/database-types.ts anew, from a database that is migrated for the occasion.
const dataDir = mkdtempSync(join(tmpdir(), 'et-types-'))
const server = await startEmbeddedPostgres(dataDir)
try {
  await migrate(server.ownerUrl)
  const types = await withConnection(server.ownerUrl, renderDatabaseTypes)
  writeFileSync(join(import.meta.dirname, '../server/db/database-types.ts'), types)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true })
}
