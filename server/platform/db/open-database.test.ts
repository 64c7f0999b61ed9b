import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onDatabase } from '../../../tests/helpers/database-cluster.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { withConnection } from './connect.ts'
import { schema } from '../../schema/schema.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const nowhere = '/nonexistent'
let database: TestDatabase
/** An operator's login, which owns the database and may create roles. */
let ownerUrl: string

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  ownerUrl = onDatabase(inject('cluster').adminUrl, new URL(database.ownerUrl).pathname.slice(1))
})
afterAll(() => database.drop())

test('DATABASE_URL uses an operator’s PostgreSQL: the application works in a role without the owner’s rights', async () => {
  const opened = await openDatabase({ dataDir: nowhere, databaseUrl: ownerUrl })
  await migrate(opened.ownerUrl, schema)
  await withConnection(opened.appUrl, async (app) => {
    expect((await app.query('SELECT current_user::text AS name')).rows).toEqual([{ name: 'et_app' }])
    await expect(app.query('UPDATE ledger.accounts SET available = 1')).rejects.toThrow('permission denied')
  })
})

test('APP_DATABASE_URL gives the application a login of its own', async () => {
  const opened = await openDatabase({ dataDir: nowhere, databaseUrl: ownerUrl, appDatabaseUrl: database.appUrl })
  await withConnection(opened.appUrl, async (app) => {
    expect((await app.query('SELECT session_user::text AS name')).rows).toEqual([{ name: 'et_app' }])
  })
})

test.each([
  ['the owner alone', () => database.appUrl],
  ['both logins', () => undefined],
])('a warning about the connection of %s is given once', async (_, appUrl) => {
  const databaseUrl = `${ownerUrl}?options=-clog_statement%3Dall`
  const { warnings } = await openDatabase({ dataDir: nowhere, databaseUrl, appDatabaseUrl: appUrl() })
  expect(warnings.filter((sentence) => sentence.includes('log_statement'))).toHaveLength(1)
  expect(new Set(warnings).size).toBe(warnings.length)
})

test('an unreachable server is reported in one clear line without the password', async () => {
  const databaseUrl = 'postgresql://owner:secret@127.0.0.1:1/et'
  await expect(openDatabase({ dataDir: nowhere, databaseUrl })).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:1 cannot be reached: connection refused\.$/,
  )
})

test('a refused login is reported in one clear line', async () => {
  const databaseUrl = ownerUrl.replace(/:[^:@]+@/, ':secret@')
  await expect(openDatabase({ dataDir: nowhere, databaseUrl })).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:\d+ refused the connection: password authentication failed for user "postgres"\.$/,
  )
})

test('a login that cannot create the application’s role gets the statements for an administrator', async () => {
  await expect(openDatabase({ dataDir: nowhere, databaseUrl: database.ownerUrl })).rejects.toThrow(
    'CREATE ROLE et_app NOLOGIN; GRANT et_app TO "et_owner";',
  )
})

test('a server that could lose a confirmed commit is refused', async () => {
  const databaseUrl = `${ownerUrl}?options=-csynchronous_commit%3Doff`
  await expect(openDatabase({ dataDir: nowhere, databaseUrl })).rejects.toThrow(
    'PostgreSQL runs with synchronous_commit = off, which can lose confirmed money movements. Turn it on.',
  )
})

test('a database in another encoding is refused', async () => {
  const name = `et_test_latin_${process.pid}`
  await withConnection(ownerUrl, (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'`),
  )
  const opening = openDatabase({ dataDir: nowhere, databaseUrl: onDatabase(ownerUrl, name) })
  await expect(opening).rejects.toThrow('The database is encoded in LATIN1: ET needs a database in UTF8.')
  await withConnection(ownerUrl, (admin) => admin.query(`DROP DATABASE ${name}`))
})
