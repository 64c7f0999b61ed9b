import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { schema } from './schema.ts'

let database: TestDatabase
let earlier: string
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  earlier = mkdtempSync(join(tmpdir(), 'et-migrations-'))
})
afterAll(async () => {
  rmSync(earlier, { recursive: true })
  await database.drop()
})

test('a database from before the duties makes every administrator an owner, and keeps its members as they are', async () => {
  for (const { name } of readMigrations(schema.migrations).filter((file) => file.name < '0006')) {
    cpSync(join(schema.migrations, name), join(earlier, basename(name)))
  }
  await migrate(database.ownerUrl, { migrations: earlier, repeatables: [] })
  await database.owner.query(`
    INSERT INTO profiles (role, status, full_name, email)
    VALUES ('admin', 'Active', 'Ada', 'ada@example.org'), ('admin', 'Suspended', 'Ben', 'ben@example.org');
    INSERT INTO profiles (full_name, email, member_id, referral_code) VALUES ('Cleo', 'cleo@example.org', 'ET-1', 'C1');
    INSERT INTO invitations (token_hash, expires_at) VALUES ('\\x01', now() + interval '1 hour')`)
  await migrate(database.ownerUrl, schema)
  const { rows } = await database.owner.query('SELECT full_name, status, duty FROM profiles ORDER BY full_name')
  expect(rows).toEqual([
    { full_name: 'Ada', status: 'Active', duty: 'owner' },
    { full_name: 'Ben', status: 'Suspended', duty: 'owner' },
    { full_name: 'Cleo', status: 'Inactive', duty: null },
  ])
  expect((await database.owner.query('SELECT duty FROM invitations')).rows).toEqual([{ duty: 'owner' }])
  const unchecked = await database.owner.query(`SELECT conname FROM pg_constraint WHERE NOT convalidated`)
  expect(unchecked.rows).toEqual([])
})
