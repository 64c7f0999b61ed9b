import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../server/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { schema } from '../server/schema/schema.ts'
import { renderDatabaseTypes } from './database-types.ts'

// Writes server/platform/db/database-types.ts anew, from a temporary database with all migrations.
const dataDir = mkdtempSync(join(tmpdir(), 'et-types-'))
const server = await startEmbeddedPostgres(dataDir)
try {
  await migrate(server.ownerUrl, schema)
  const types = await withConnection(server.ownerUrl, renderDatabaseTypes)
  writeFileSync(join(import.meta.dirname, '../server/platform/db/database-types.ts'), types)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true })
}
