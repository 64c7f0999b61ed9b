import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createMember } from '../../../tests/helpers/people.ts'
import { encryptionContexts } from './contexts.ts'
import { createEncryption } from './encryption.ts'
import { assertKeyFits, readOrCreateEncryptionKey } from './encryption-key.ts'

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

/** Adds a row of a member ($1) with encrypted bytes ($2). */
const rows = {
  two_factor: `INSERT INTO two_factor (user_id, secret, last_step) VALUES ($1, $2, 0)`,
  two_factor_setups: `INSERT INTO two_factor_setups (user_id, secret, expires_at) VALUES ($1, $2, now())`,
  mail_outbox: `INSERT INTO mail_outbox (mail, due_at) SELECT $2::bytea, now() + interval '1 day' WHERE $1::uuid IS NOT NULL`,
  answered_calls: `INSERT INTO answered_calls (user_id, key, fingerprint, answer) VALUES ($1, uuidv7(), '\\x01', $2)`,
  push_keys: `INSERT INTO push_keys (public_key, private_key) SELECT 'B' || repeat('a', 86), $2::bytea WHERE $1::uuid IS NOT NULL`,
}

test.each(Object.entries(rows))('with a row in %s no new key takes the place of a lost one', async (table, insert) => {
  const { id } = await createMember(database.ownerDb)
  await database.owner.query(insert, [id, Buffer.of(1)])
  await expect(readOrCreateEncryptionKey(dataDir, database.appDb)).rejects.toThrow(
    'The database holds encrypted data, and its key is missing: set ENCRYPTION_KEY, or restore ',
  )
  expect(existsSync(join(dataDir, 'encryption.key'))).toBe(false)
  await database.owner.query(`DELETE FROM ${table}`)
  await readOrCreateEncryptionKey(dataDir, database.appDb)
})

const createKey = () => createEncryption(randomBytes(32).toString('base64url'))
const contextOf: Record<string, (userId: string) => string> = {
  two_factor: encryptionContexts.twoFactor,
  two_factor_setups: encryptionContexts.twoFactor,
  mail_outbox: () => encryptionContexts.mail,
  answered_calls: () => encryptionContexts.answeredCall,
  push_keys: () => encryptionContexts.pushKey,
}

test.each(Object.entries(rows))(
  'a key that does not open the row in %s is refused at the start',
  async (table, insert) => {
    const { id } = await createMember(database.ownerDb)
    const right = createKey()
    const context = contextOf[table]?.(id) ?? expect.unreachable()
    await assertKeyFits(database.appDb, createKey())
    await database.owner.query(insert, [id, right.encrypt('A secret', context)])
    await assertKeyFits(database.appDb, right)
    await expect(assertKeyFits(database.appDb, createKey())).rejects.toThrow(
      'The key does not open the encrypted data of the database',
    )
    await database.owner.query(`DELETE FROM ${table}`)
  },
)

test('one damaged row does not keep the server from starting, as long as another one opens', async () => {
  const { id } = await createMember(database.ownerDb)
  const right = createKey()
  await database.owner.query(rows.two_factor, [id, Buffer.of(1)])
  await expect(assertKeyFits(database.appDb, right)).rejects.toThrow('The key does not open')
  const mail = right.encrypt('A mail', encryptionContexts.mail)
  await database.owner.query(`INSERT INTO mail_outbox (mail, due_at) VALUES ($1, now() + interval '1 day')`, [mail])
  await assertKeyFits(database.appDb, right)
})
