import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { schema } from '../../schema/schema.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: TestDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'et-migrations-'))
  mkdirSync(join(folder, 'migrations'))
  database = await createTestDatabase({ isEmpty: true })
  write('migrations/0001_first.sql', 'CREATE TABLE words (word text); CREATE VIEW seen AS SELECT word FROM words;')
  write('repeat.sql', "CREATE OR REPLACE FUNCTION greet() RETURNS text LANGUAGE sql AS $$ SELECT 'hello' $$;")
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

test('the product’s own migrations apply to an empty database, once', async () => {
  const applied = await migrate(database.ownerUrl, schema)
  expect(applied[0]).toBe('0001_platform.sql')
  expect(applied.at(-1)).toBe('grants.sql')
  expect(await migrate(database.ownerUrl, schema)).toEqual([])
})

test('two instances that start at once migrate once', async () => {
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, schema)))
  expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1)
})

test('new migrations run after the old ones, and repeatable files run again with them', async () => {
  expect(await run()).toEqual(['0001_first.sql', 'repeat.sql'])
  write('migrations/0002_second.sql', 'ALTER TABLE words ADD size integer;')
  expect(await run()).toEqual(['0002_second.sql', 'repeat.sql'])
  expect(await run()).toEqual([])
})

test('a changed repeatable file takes effect, and other line ends count as no change', async () => {
  await run()
  write('migrations/0001_first.sql', 'CREATE TABLE words (word text); CREATE VIEW seen AS SELECT word FROM words;')
  write('repeat.sql', "CREATE OR REPLACE FUNCTION greet() RETURNS text LANGUAGE sql AS $$\r\nSELECT 'goodbye' $$;")
  expect(await run()).toEqual(['repeat.sql'])
  expect((await database.owner.query('SELECT greet()')).rows).toEqual([{ greet: 'goodbye' }])
  write('repeat.sql', "CREATE OR REPLACE FUNCTION greet() RETURNS text LANGUAGE sql AS $$\nSELECT 'goodbye' $$;")
  expect(await run()).toEqual([])
})

test('an applied migration that was changed is refused, and nothing runs', async () => {
  await run()
  write('migrations/0001_first.sql', 'CREATE TABLE other (word text);')
  write('migrations/0002_second.sql', 'CREATE TABLE more (word text);')
  await expect(run()).rejects.toThrow(
    'The migration 0001_first.sql differs from the one this database was made with. Restore it.',
  )
  expect(await tables()).toEqual(['schema_migrations', 'words'])
})

test('a database of a commit from before the first release is refused, and nothing in it changes', async () => {
  await database.owner.query(`
    CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    INSERT INTO schema_migrations (name, checksum) VALUES ('0001_accounts.sql', 'a'), ('0002_ledger.sql', 'b'), ('ledger.sql', 'c');
    CREATE TABLE kept (word text)`)
  await expect(migrate(database.ownerUrl, schema)).rejects.toThrow(
    'This database was made by a commit from before the first release and cannot be brought up to date. Start with an ' +
      'empty data folder (DATA_DIR) or an empty database (DATABASE_URL), or go back to that commit. Nothing was changed in it.',
  )
  expect(await tables()).toEqual(['kept', 'schema_migrations'])
})

test('a database of a newer version is refused', async () => {
  write('migrations/0002_second.sql', 'CREATE TABLE more (word text);')
  await run()
  rmSync(join(folder, 'migrations/0002_second.sql'))
  await expect(run()).rejects.toThrow('The database is newer than this program: it has the migration 0002_second.sql.')
})

test('a database to which a newer version only added stays as it is, and is said to be newer', async () => {
  await run()
  write('migrations/0002_second.sql', '-- additive: readers name their columns.\nALTER TABLE words ADD size integer;')
  write('repeat.sql', "CREATE OR REPLACE FUNCTION greet() RETURNS text LANGUAGE sql AS $$ SELECT 'goodbye' $$;")
  await run()
  // The version before has the first function and one migration.
  rmSync(join(folder, 'migrations/0002_second.sql'))
  write('repeat.sql', "CREATE OR REPLACE FUNCTION greet() RETURNS text LANGUAGE sql AS $$ SELECT 'hello' $$;")
  const said: string[] = []
  expect(await run((sentence) => said.push(sentence))).toEqual([])
  expect(said).toEqual([
    'The database is of a newer release (0002_second.sql), which kept what this one needs. It stays as it is.',
  ])
  expect((await database.owner.query('SELECT greet(), size FROM words')).rows).toEqual([])
  expect((await database.owner.query('SELECT greet()')).rows).toEqual([{ greet: 'goodbye' }])
  write('migrations/0003_third.sql', '-- breaks: all before.\nALTER TABLE words DROP size;')
  write('migrations/0002_second.sql', '-- additive: readers name their columns.\nALTER TABLE words ADD size integer;')
  await run()
  rmSync(join(folder, 'migrations/0003_third.sql'))
  await expect(run()).rejects.toThrow('The database is newer than this program: it has the migration 0003_third.sql.')
})

test('a release of changed functions has a migration, so the one before leaves its functions alone', async () => {
  await run()
  write('migrations/0002_functions.sql', '-- additive: only functions changed.\n')
  write('repeat.sql', "CREATE OR REPLACE FUNCTION greet() RETURNS text LANGUAGE sql AS $$ SELECT 'goodbye' $$;")
  expect(await run()).toEqual(['0002_functions.sql', 'repeat.sql'])
  rmSync(join(folder, 'migrations/0002_functions.sql'))
  write('repeat.sql', "CREATE OR REPLACE FUNCTION greet() RETURNS text LANGUAGE sql AS $$ SELECT 'hello' $$;")
  expect(await run()).toEqual([])
  expect((await database.owner.query('SELECT greet()')).rows).toEqual([{ greet: 'goodbye' }])
})

test('a file of functions with another name, or one that is gone, refuses no release', async () => {
  const more = join(folder, 'more.sql')
  write('more.sql', "CREATE OR REPLACE FUNCTION part() RETURNS text LANGUAGE sql AS $$ SELECT 'bye' $$;")
  expect(await run(undefined, [more])).toEqual(['0001_first.sql', 'repeat.sql', 'more.sql'])
  write('migrations/0002_second.sql', '-- additive: a new table.\nCREATE TABLE more (word text);')
  write('other.sql', "CREATE OR REPLACE FUNCTION part() RETURNS text LANGUAGE sql AS $$ SELECT 'ciao' $$;")
  expect(await run(undefined, [join(folder, 'other.sql')])).toEqual(['0002_second.sql', 'repeat.sql', 'other.sql'])
  rmSync(join(folder, 'migrations/0002_second.sql'))
  expect(await run(undefined, [more])).toEqual([])
  expect((await database.owner.query('SELECT part()')).rows).toEqual([{ part: 'ciao' }])
})

test('a database with additions of a newer version is refused by a program with migrations of its own', async () => {
  write('migrations/0003_third.sql', '-- additive: a new table.\nCREATE TABLE more (word text);')
  await run()
  rmSync(join(folder, 'migrations/0003_third.sql'))
  write('migrations/0002_other.sql', 'CREATE TABLE other (word text);')
  await expect(run()).rejects.toThrow('The database is newer than this program: it has the migration 0003_third.sql.')
})

test('a failed migration is undone, keeps those before it, and names its line', async () => {
  write('migrations/0002_second.sql', 'CREATE TABLE half (word text);\nSELECT nonsense;')
  await expect(run()).rejects.toThrow('0002_second.sql line 2: column "nonsense" does not exist')
  expect(await tables()).toEqual(['schema_migrations', 'words'])
})

test('a table that a running instance has locked is waited for', { timeout: 30_000 }, async () => {
  await run()
  write('migrations/0002_second.sql', 'ALTER TABLE words ADD size integer;')
  const reader = await database.owner.connect()
  await reader.query('BEGIN; SELECT * FROM words')
  const migrating = run()
  await sleep(2_500)
  await reader.query('COMMIT')
  reader.release()
  expect(await migrating).toEqual(['0002_second.sql', 'repeat.sql'])
})

test('a database that is being backed up is found up to date', async () => {
  await run()
  const backup = await database.owner.connect()
  await backup.query('BEGIN; LOCK schema_migrations IN ACCESS SHARE MODE')
  try {
    expect(await run()).toEqual([])
  } finally {
    await backup.query('COMMIT')
    backup.release()
  }
})

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

function run(say?: (sentence: string) => void, more: string[] = []): Promise<string[]> {
  const files = { migrations: join(folder, 'migrations'), repeatables: [join(folder, 'repeat.sql'), ...more] }
  return migrate(database.ownerUrl, files, say)
}

async function tables(): Promise<string[]> {
  const { rows } = await database.owner.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  return rows.map(({ name }) => name)
}
