import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from './helpers/database.ts'
import { renderDatabaseTypes } from '../scripts/database-types.ts'

test('the committed table types are those of the migrated database (else run npm run db:types)', async () => {
  const database = await createTestDatabase()
  const committed = readFileSync(join(import.meta.dirname, '../server/platform/db/database-types.ts'), 'utf8')
  expect(await renderDatabaseTypes(database.owner)).toBe(committed)
  await database.drop()
})
