import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onDatabase } from '../../../tests/helpers/database-cluster.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { assertAppRole } from './assert-app-role.ts'
import { withConnection } from './connect.ts'
import { withRole } from './session-role.ts'

let database: TestDatabase
let adminUrl: string
const login = `et_login_${process.pid}`

beforeAll(async () => {
  database = await createTestDatabase()
  adminUrl = onDatabase(inject('cluster').adminUrl, new URL(database.ownerUrl).pathname.slice(1))
  await asAdmin(`CREATE ROLE ${login} LOGIN PASSWORD 'secret'; GRANT et_app TO ${login}`)
  await asAdmin(`CREATE SCHEMA other; CREATE TABLE other.notes (note text);
    CREATE FUNCTION other.act() RETURNS void LANGUAGE sql AS 'SELECT';
    REVOKE ALL ON FUNCTION other.act FROM PUBLIC; REVOKE ALL ON SCHEMA other FROM PUBLIC; GRANT USAGE ON SCHEMA other TO et_app`)
})
afterAll(async () => {
  await database.drop()
  await withConnection(inject('cluster').adminUrl, (admin) => admin.query(`DROP ROLE ${login}`))
})

const asAdmin = (text: string) => withConnection(adminUrl, (admin) => admin.query(text))
const check = (url: string) => withConnection(url, assertAppRole)

/** The address of an operator's own login for the application. */
function loginUrl(): string {
  const url = new URL(database.appUrl)
  url.username = login
  url.password = 'secret'
  return withRole(url.href, 'et_app')
}

test('the application’s own logins are accepted', async () => {
  await check(database.appUrl)
  await check(loginUrl())
})

test('the owner is refused, also in the role of the application', async () => {
  const reason = 'The application\'s login "et_owner" owns the database or can become its owner'
  await expect(check(database.ownerUrl)).rejects.toThrow(reason)
  await asAdmin('GRANT et_app TO et_owner')
  await expect(check(withRole(database.ownerUrl, 'et_app'))).rejects.toThrow(reason)
  await asAdmin('REVOKE et_app FROM et_owner')
})

test('a superuser is refused', async () => {
  await expect(check(withRole(adminUrl, 'et_app'))).rejects.toThrow('can become its owner')
})

test.each([
  ['GRANT et_owner TO %', 'REVOKE et_owner FROM %', 'owns the database or can become its owner'],
  ['ALTER ROLE % CREATEROLE', 'ALTER ROLE % NOCREATEROLE', 'may manage roles or the server'],
  ['GRANT pg_execute_server_program TO %', 'REVOKE pg_execute_server_program FROM %', 'may manage roles or the server'],
  ['GRANT pg_write_all_data TO %', 'REVOKE pg_write_all_data FROM %', 'may write the tables of the ledger'],
  [
    'GRANT UPDATE ON ledger.accounts TO %',
    'REVOKE UPDATE ON ledger.accounts FROM %',
    'may write the tables of the ledger',
  ],
  [
    'GRANT INSERT (amount) ON ledger.movements TO %',
    'REVOKE INSERT (amount) ON ledger.movements FROM %',
    'may write the tables of the ledger',
  ],
  ...[
    ['UPDATE (role)', 'profiles'],
    ['INSERT (status)', 'profiles'],
    ['UPDATE', 'settings'],
    ['DELETE', 'audit_events'],
    ['TRUNCATE', 'sessions'],
    ['TRIGGER', 'credentials'],
    ['INSERT', 'invitations'],
    ['CREATE', 'SCHEMA public'],
    ['CREATE', 'SCHEMA ledger'],
    ['EXECUTE', 'FUNCTION ledger.decide'],
    ['UPDATE (note)', 'other.notes'],
    ['EXECUTE', 'FUNCTION other.act'],
  ].map(([right, subject]): [string, string, string] => [
    `GRANT ${right} ON ${subject} TO %`,
    `REVOKE ${right} ON ${subject} FROM %`,
    'has rights beyond those of the role et_app',
  ]),
  [
    'ALTER TABLE other.notes OWNER TO %',
    'ALTER TABLE other.notes OWNER TO CURRENT_USER',
    'owns the database or can become its owner',
  ],
])('a login is refused after %s', async (grant, revoke, reason) => {
  await asAdmin(grant.replace('%', login))
  await expect(check(loginUrl())).rejects.toThrow(`The application's login "${login}" ${reason}`)
  await asAdmin(revoke.replace('%', login))
  await check(loginUrl())
})
