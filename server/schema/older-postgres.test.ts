import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/helpers/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { schema } from './schema.ts'

const older = join(schema.migrations, 'before-postgres-17')

/** Returns all columns that a folder of migrations leaves, with their types, defaults and expressions. */
async function readColumns(migrations: string) {
  const database = await createTestDatabase({ isEmpty: true })
  try {
    await migrate(database.ownerUrl, { migrations, repeatables: [] })
    const { rows } = await database.owner.query<Record<string, unknown>>(`
      SELECT a.attrelid::regclass::text AS relation, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
             pg_get_expr(d.adbin, d.adrelid) AS expression
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
       WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid::regclass::text !~ '^(pg_|information_schema)'
       ORDER BY 1, 2`)
    return rows
  } finally {
    await database.drop()
  }
}

test('the texts for PostgreSQL 15 and 16 leave the same tables', { timeout: 60_000 }, async () => {
  const names = readdirSync(older)
  expect(names.length).toBeGreaterThan(0)
  const folder = mkdtempSync(join(tmpdir(), 'et-older-'))
  try {
    for (const { name } of readMigrations(schema.migrations)) {
      cpSync(join(names.includes(name) ? older : schema.migrations, name), join(folder, name))
    }
    expect(await readColumns(folder)).toEqual(await readColumns(schema.migrations))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
