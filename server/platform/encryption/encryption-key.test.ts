import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createMember } from '../../../tests/helpers/people.ts'
import { readOrCreateEncryptionKey } from './encryption-key.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'et-key-'))
  return () => rmSync(dataDir, { recursive: true })
})
afterAll(() => database.drop())

test('the first start makes a key, and later ones read it', async () => {
  const key = await readOrCreateEncryptionKey(dataDir, database.appDb)
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(await readOrCreateEncryptionKey(dataDir, database.appDb)).toBe(key)
})

const rows = {
  two_factor: `INSERT INTO two_factor (user_id, secret, last_step) VALUES ($1, '\\x01', 0)`,
  two_factor_setups: `INSERT INTO two_factor_setups (user_id, secret, expires_at) VALUES ($1, '\\x01', now())`,
  mail_outbox: `INSERT INTO mail_outbox (mail, due_at) SELECT '\\x01', now() + interval '1 day' WHERE $1::uuid IS NOT NULL`,
  answered_calls: `INSERT INTO answered_calls (user_id, key, fingerprint, answer) VALUES ($1, uuidv7(), '\\x01', '\\x01')`,
}

test.each(Object.entries(rows))('with a row in %s no new key takes the place of a lost one', async (table, insert) => {
  const { id } = await createMember(database.ownerDb)
  await database.owner.query(insert, [id])
  await expect(readOrCreateEncryptionKey(dataDir, database.appDb)).rejects.toThrow(
    'The database holds encrypted data, and its key is missing: set ENCRYPTION_KEY, or restore ',
  )
  expect(existsSync(join(dataDir, 'encryption.key'))).toBe(false)
  await database.owner.query(`DELETE FROM ${table}`)
  await readOrCreateEncryptionKey(dataDir, database.appDb)
})
